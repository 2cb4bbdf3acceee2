import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { OrderReply } from '../checkout.contract.ts'
import { successState } from '../success-state.rules.ts'
import { followOrder } from './order-calls.tsx'

/** An order known by its address alone, kept up to date; its tickets open once it is paid. */
export function useFollowedOrder(read: OrderReply): { order: OrderReply; offline: boolean } {
  const [order, setOrder] = useState(read)
  const [offline, setOffline] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    setOrder(read)
    if (read.status !== 'pending') return
    const left = new AbortController()
    const watch = { signal: left.signal, onPending: setOrder, onOffline: setOffline }
    void followOrder(read.order_id, watch, read).then((outcome) => {
      if (outcome.kind !== 'settled') return
      setOrder(outcome.order)
      if (outcome.order.status !== '0') return
      void navigate('/success', { replace: true, state: successState(outcome.order) })
    })
    return () => left.abort()
  }, [read, navigate])
  return { order, offline }
}
