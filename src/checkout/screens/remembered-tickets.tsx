import { useEffect, useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { checkRemembered, forgetOrder } from './check-remembered.ts'
import { type RememberedOrder, rememberedOrders } from './remembered-orders.ts'

const VIEW = 'inline-flex min-h-11 min-w-11 items-center font-semibold underline underline-offset-4'
const HIDE = 'inline-flex min-h-11 min-w-11 items-center justify-center text-small hover:underline'

/** The tickets that this browser bought for the event, with a link to the tickets of each order. */
export function RememberedTickets({ eventId }: { eventId: string }) {
  const [orders, setOrders] = useState<readonly RememberedOrder[]>([])
  const show = (now = Date.now()) =>
    setOrders(rememberedOrders(now).filter((order) => order.eventId === eventId))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    show()
    for (const { orderId, eventId: of } of rememberedOrders(Date.now())) {
      if (of === eventId) void checkRemembered(orderId, (to) => fetch(to)).then(() => show())
    }
  }, [])
  return orders.map(({ orderId, tickets }) => (
    <p
      key={orderId}
      role="status"
      className="flex items-center justify-between gap-2 rounded-soft border border-good bg-good-soft px-4 py-1 text-good"
    >
      <span>
        <b>{tickets === 1 ? 'You have 1 ticket' : `You have ${tickets} tickets`}</b> ·{' '}
        <Link to={`/success?order=${orderId}`} className={VIEW}>
          View
        </Link>
      </span>
      <button
        type="button"
        className={HIDE}
        onClick={() => {
          forgetOrder(orderId)
          show()
        }}
      >
        Hide
      </button>
    </p>
  ))
}
