import { useEffect, useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { boughtWords } from './bought-words.ts'
import { checkRemembered, forgetOrder } from './check-remembered.ts'
import { type RememberedOrder, rememberedOrders } from './remembered-orders.ts'

const VIEW = 'inline-flex min-h-11 min-w-11 items-center font-semibold underline underline-offset-4'
const HIDE = 'inline-flex min-h-11 min-w-11 items-center justify-center text-small hover:underline'

/** The tickets that this browser bought for the event, with a link to the tickets of each order. */
export function RememberedTickets({ eventId }: { eventId: string }) {
  const [orders, setOrders] = useState<readonly RememberedOrder[]>([])
  const ofEvent = () => rememberedOrders(Date.now()).filter((order) => order.eventId === eventId)
  const show = () => setOrders(ofEvent())
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    // Add-ons never stand there as tickets, so an order that was not read yet waits.
    setOrders(ofEvent().filter(({ addOns }) => addOns !== undefined))
    const reads = ofEvent().map(({ orderId }) => checkRemembered(orderId, (to) => fetch(to)))
    void Promise.all(reads).then(show)
  }, [])
  return orders.map((order) => (
    <p
      key={order.orderId}
      role="status"
      className="flex items-center justify-between gap-2 rounded-soft border border-good bg-good-soft px-4 py-1 text-good"
    >
      <span>
        <b>{boughtWords(order)}</b> ·{' '}
        <Link to={`/success?order=${order.orderId}`} className={VIEW}>
          View
        </Link>
      </span>
      <button
        type="button"
        className={HIDE}
        onClick={() => {
          forgetOrder(order.orderId)
          show()
        }}
      >
        Hide
      </button>
    </p>
  ))
}
