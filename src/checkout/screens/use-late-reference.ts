import { useEffect, useState } from 'react'
import { callApi } from '../../ui/api.ts'
import type { OrderReply } from '../checkout.contract.ts'
import type { SuccessState } from '../success-state.rules.ts'

const EVERY_MS = 5000
const TIMES = 12

/**
 * Polls for a missing receipt for a minute, because M-Pesa may confirm a payment before it reports
 * the receipt.
 */
export function useLateReference(paid: SuccessState | null): SuccessState | null {
  const [reference, setReference] = useState('')
  // A free order has no payment and therefore no receipt.
  const orderId = paid?.reference === '' && paid.amount > 0 ? paid.orderId : undefined
  useEffect(() => {
    if (!orderId) return
    let times = 0
    const timer = setInterval(async () => {
      if (++times >= TIMES) clearInterval(timer)
      const answer = await callApi<OrderReply>((to) => fetch(to), `/api/orders/${orderId}`)
      if (!answer.ok || answer.data.status === 'pending' || !answer.data.rrn) return
      clearInterval(timer)
      setReference(answer.data.rrn)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [orderId])
  return paid && reference ? { ...paid, reference } : paid
}
