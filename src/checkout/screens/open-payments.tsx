import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { formatKes } from '../../platform/money.rules.ts'
import { callApi } from '../../ui/api.ts'
import { Notice } from '../../ui/notice.tsx'
import type { OrderReply } from '../checkout.contract.ts'
import { totalKes } from '../choice.rules.ts'
import type { StoredOrder } from '../purchase.rules.ts'
import { storedOrders } from './kept-purchase.ts'

/** Payments that this browser began and whose end it has not seen, offered to go on with. */
export function OpenPayments() {
  const [open, setOpen] = useState<StoredOrder[]>([])
  useEffect(() => {
    let isLeft = false
    for (const order of storedOrders()) {
      void isUnfinished(order).then((unfinished) => {
        if (unfinished && !isLeft) setOpen((others) => [...others, order])
      })
    }
    return () => {
      isLeft = true
    }
  }, [])
  return open.map((order) => (
    <Notice key={order.orderId} look="used" role="status">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span>
          Your payment of {formatKes(totalKes(order.lines))} is still open: {order.eventTitle}
        </span>
        <Link
          to={`/event/${order.eventId}`}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          Continue
        </Link>
      </p>
    </Notice>
  ))
}

/** Paid ones count: their buyer has not seen the tickets yet. */
async function isUnfinished(order: StoredOrder): Promise<boolean> {
  if (order.retry) return false
  const answer = await callApi<OrderReply>((to) => fetch(to), `/api/orders/${order.orderId}`)
  return answer.ok && (answer.data.status === 'pending' || answer.data.status === '0')
}
