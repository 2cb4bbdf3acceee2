import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { OrderReply, PendingOrder } from '../checkout.contract.ts'
import type { CallNews } from '../purchase.rules.ts'
import { successState } from '../success-state.rules.ts'
import { callOrder } from './order-calls.ts'
import { notePlaced } from './placed-orders.ts'
import { rememberOrder } from './remembered-orders.ts'

/**
 * Follows the order that the page /pay/{id} shows. After the payment, opens the success page.
 */
export function useFollowedOrder(read: OrderReply): { order: OrderReply; offline: boolean } {
  const [order, setOrder] = useState(read)
  const [offline, setOffline] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    function onNews(news: CallNews) {
      if (news.is === 'network') return setOffline(news.offline)
      if (news.is === 'pending') return setOrder(news.order)
      if (news.is === 'busy' || !news.answer.ok) return
      const ended = news.answer.data
      setOrder(ended)
      if (ended.status !== '0') return
      const paid = successState(ended)
      rememberOrder(paid)
      void navigate('/success', { replace: true, state: paid })
    }
    async function follow(known: PendingOrder, signal: AbortSignal) {
      const call = { to: 'follow', orderId: known.order_id, known } as const
      for await (const news of callOrder(call, signal)) if (!signal.aborted) onNews(news)
    }
    setOrder(read)
    // The order may have been placed without scripts, so that no page has stored its id yet.
    if (read.status !== '0') notePlaced(read.order_id)
    if (read.status !== 'pending') return
    const left = new AbortController()
    void follow(read, left.signal)
    return () => left.abort()
  }, [read, navigate])
  return { order, offline }
}
