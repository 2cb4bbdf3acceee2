import { lockVisibleEvent } from '../../events/cancel.sql.ts'
import { selectOwedCents } from '../../ledger/recorded-payouts.sql.ts'
import { OrderError } from '../../orders/errors.ts'
import type { LockedOrder } from '../../orders/orders.sql.ts'
import { selectFeeBack } from '../../orders/sales/sales.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { RefundError } from '../errors.ts'
import { selectEventOf } from './refundable-order.sql.ts'
import { type LeftLine, sumOf } from './ticket-shares.rules.ts'

/**
 * Whether the event's balance must cover a refund that the viewer requests. Locks the event of an
 * organizer's order, as a payout does, so that two refunds cannot spend one balance. Throws
 * `order_not_found` if the viewer does not manage the order's event.
 */
export async function lockBalance(tx: Tx, viewer: Viewer, orderId: string): Promise<boolean> {
  if (viewer.role === 'admin') return false
  const eventId = await selectEventOf(tx, orderId)
  const event = eventId && (await lockVisibleEvent(tx, viewer, eventId))
  if (!event) throw new OrderError('order_not_found')
  return true
}

/** The cents that a refund of `lines` costs the organizer: the price less our fee. */
export async function costOf(
  tx: Tx,
  order: Pick<LockedOrder, 'id'>,
  lines: readonly LeftLine[],
): Promise<number> {
  return sumOf(lines) - (await selectFeeBack(tx, order.id, lines))
}

/**
 * Throws `beyond_balance` if the refund takes more from the organizer than we owe for the event.
 * Refunds that are due have left the balance already. `lines` are the refunded lines of the order.
 */
export async function requireBalance(
  tx: Tx,
  order: Pick<LockedOrder, 'id' | 'event_id'>,
  lines: readonly LeftLine[],
): Promise<void> {
  const costCents = await costOf(tx, order, lines)
  const leftCents = Math.max(await selectOwedCents(tx, order.event_id), 0)
  if (costCents <= leftCents) return
  const [left, cost] = [toKes(leftCents), toKes(costCents)]
  const balance = left === 0 ? 'Nothing is' : `Only ${formatExactKes(left)} is`
  const text = `${balance} left of this event's balance, and this refund takes ${formatExactKes(cost)}. Choose fewer tickets, or contact us.`
  throw new RefundError('beyond_balance', { text, details: { left, cost } })
}
