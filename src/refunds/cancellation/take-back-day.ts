import { voidComplimentary, voidFree } from '../../complimentary/revoke-tickets.ts'
import { type LockedOrder, lockOrder } from '../../orders/orders.sql.ts'
import { giveBackPart } from '../../orders/sales/sales.ts'
import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/database/db.ts'
import { lockGoodTickets, voidTickets } from '../../tickets/void-tickets.sql.ts'
import { notifyFreeHolders } from '../take-back/notify-holders.ts'
import { takeBack } from '../take-back/take-back.ts'
import { selectDayTickets } from './day-tickets.sql.ts'

type CancelledDay = { orderId: string; n: number; date: string; now: Date }
type GoodTicket = Awaited<ReturnType<typeof lockGoodTickets>>[number]

/**
 * Voids an order's tickets that are only for a cancelled day, and makes their refund due. Returns
 * the refund's id, or null if nothing is paid back. A second run finds no such ticket. The tickets
 * of an order that was just paid do not exist yet: the job later returns to this order.
 */
export async function takeBackDay(
  tx: Tx,
  { orderId, n, date, now }: CancelledDay,
): Promise<{ refundId: string | null; areTaken: boolean }> {
  const none = { refundId: null, areTaken: false }
  const order = await lockOrder(tx, orderId, now)
  if (order?.state !== 'issued') return none
  const tickets = await selectDayTickets(tx, orderId, n)
  const only = new Set(tickets.filter((ticket) => ticket.is_day_only).map(({ id }) => id))
  if (only.size === 0) return none
  const { payment_method: method } = order
  if (method === 'free' || method === 'complimentary') {
    const voided = await voidUnpaid(tx, order, only, now)
    const told = { order, tickets: voided, notifiedPhone: order.phone, now, cancelledDay: date }
    await notifyFreeHolders(tx, told)
    return { ...none, areTaken: true }
  }
  const request = { orderId, only, cancelledDay: date, reason: 'cancelled', usedToo: true } as const
  return { refundId: await takeBack(tx, { ...request, requestedBy: null }, now), areTaken: true }
}

/** Voids these tickets of a free or complimentary order, which ends with its last ticket. */
async function voidUnpaid(
  tx: Tx,
  order: LockedOrder,
  only: ReadonlySet<string>,
  now: Date,
): Promise<GoodTicket[]> {
  const isFree = order.payment_method === 'free'
  const good = await lockGoodTickets(tx, order.id)
  if (good.length === only.size) {
    return await (isFree ? voidFree : voidComplimentary)(tx, order, 'cancelled', now)
  }
  const gone = good.filter(({ id }) => only.has(id))
  const ids = gone.map(({ id }) => id)
  assert((await voidTickets(tx, ids, 'revoked')) === ids.length, 'a ticket under lock moved')
  if (!isFree) return gone
  for (const { order_line_id: lineId, admits: quantity } of gone) {
    await giveBackPart(tx, order, { lineId, quantity, amountCents: 0 }, { cause: 'cancelled', now })
  }
  return gone
}
