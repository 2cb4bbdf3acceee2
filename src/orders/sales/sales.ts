import { isOpen } from '../../events/sales.rules.ts'
import type { SoldFor } from '../../ledger/ledger.rules.ts'
import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/database/db.ts'
import { changeHold, releaseHolds } from '../holds.sql.ts'
import { isUnpaid, type OrderState } from '../order.rules.ts'
import { changeOrderState, type LockedOrder, type OrderChange } from '../orders.sql.ts'
import { giveBackSold, moveHeldToSold, type SoldPart, takeAgain } from '../stock.sql.ts'
import {
  insertReversal,
  insertSale,
  insertUnsold,
  listPaidBack,
  selectWholeLines,
} from './sales.sql.ts'

// The order is under lock in all of these; ticket types are locked here, after it and its payments.

/** Why money bought nothing. */
export type Unsold = 'already_paid' | 'event_closed' | 'no_capacity'

/**
 * Money for the order has come in, inside the transaction that confirms it. Turns the hold into a
 * sale; if the hold has ended, takes the tickets again under the same guard. Otherwise says why
 * not, and the order waits for its refund. `order.phone` is the one that paid. The caller posts
 * what was sold.
 */
export async function sellOrder(
  tx: Tx,
  order: LockedOrder,
  cause: string,
  now: Date,
): Promise<SoldFor | Unsold> {
  if (!isUnpaid(order)) return 'already_paid'
  const sale = await takeTickets(tx, order, now)
  if (sale === 'sold') {
    await moveOrder(tx, order.id, 'paid', { cause, now })
    return await recordSale(tx, order)
  }
  const change = { cause: sale, now, failureCode: sale }
  // It first comes to its end, as one whose hold ran out, and then the money is late.
  if (order.state !== 'expired') await moveOrder(tx, order.id, 'expired', change)
  await moveOrder(tx, order.id, 'refund_due', change)
  assert((await insertUnsold(tx, order.id, order.phone)) > 0, 'an order had no lines')
  return sale
}

/** Along a line that is open, for the order is under lock and its state was looked at. */
async function moveOrder(tx: Tx, id: string, to: OrderState, change: OrderChange): Promise<void> {
  assert(await changeOrderState(tx, id, to, change), `the order ${id} cannot become ${to}`)
}

async function takeTickets(
  tx: Tx,
  order: LockedOrder,
  now: Date,
): Promise<'sold' | 'event_closed' | 'no_capacity'> {
  const held = order.hold_state === 'held'
  if (held && isOpen(order.sale_stop) && (await moveHeldToSold(tx, order.id, now))) return 'sold'
  // It sells no more; or it was cancelled since the order was locked, and what is held goes back.
  if (held || !isOpen(order.sale_stop)) {
    const released = await releaseHolds(tx, [order.id], now)
    assert(released.length === (held ? 1 : 0), 'a hold that is under lock ended')
    return 'event_closed'
  }
  if (!(await takeAgain(tx, order.id, 'sold', now))) return 'no_capacity'
  const change = { state: 'sold', updated_at: now } as const
  const isSold = await changeHold(tx, order.id, 'released', change)
  assert(isSold, 'a hold that is under lock changed hands')
  return 'sold'
}

/** The order was paid: its lines stand in the lists and count in the figures, and it gets its tickets. */
export async function recordSale(
  tx: Tx,
  order: Pick<LockedOrder, 'id' | 'event_id' | 'phone'>,
): Promise<SoldFor> {
  const lines = await insertSale(tx, order.id, order.phone)
  assert(lines.length > 0, 'an order had no lines')
  return sumOf(order, lines)
}

/**
 * All that an order bought goes back, or some of its tickets: they count in the figures no more, and
 * their places are for sale again. Of a line that went back in part the rest may go later. The
 * caller posts what was taken back.
 */
export async function reverseSale(
  tx: Tx,
  order: Pick<LockedOrder, 'id' | 'event_id'>,
  lines: readonly SoldPart[],
): Promise<SoldFor> {
  const reversed = await insertReversal(tx, order.id, lines)
  const isAll = reversed.length === lines.length && reversed.length > 0
  assert(isAll, 'what goes back was never sold, or went before')
  assert(await giveBackSold(tx, lines), 'more tickets go back than were sold')
  return sumOf(order, reversed)
}

function sumOf(
  order: Pick<LockedOrder, 'event_id'>,
  lines: readonly { amount_cents: number; fee_cents: number }[],
): SoldFor {
  const sum = (of: (line: (typeof lines)[number]) => number) =>
    lines.reduce((total, line) => total + of(line), 0)
  return {
    eventId: order.event_id,
    amountCents: sum((line) => line.amount_cents),
    feeCents: sum((line) => line.fee_cents),
  }
}

/** The whole order goes back: what was sold is sold no more, and its money is due. */
export async function takeBackOrder(
  tx: Tx,
  order: Pick<LockedOrder, 'id' | 'event_id'>,
  cause: string,
  now: Date,
): Promise<SoldFor> {
  await moveOrder(tx, order.id, 'refund_due', { cause, now })
  const change = { state: 'released', updated_at: now } as const
  assert(await changeHold(tx, order.id, 'sold', change), 'an order was sold and its hold was not')
  return await reverseSale(tx, order, await selectWholeLines(tx, order.id))
}

/** The money of an order that waited for its refund was paid back. */
export async function closeRefund(
  tx: Tx,
  order: Pick<LockedOrder, 'id'>,
  cause: string,
  now: Date,
): Promise<void> {
  await moveOrder(tx, order.id, 'refunded', { cause, now })
  assert((await listPaidBack(tx, order.id)) > 0, 'an order had no lines that were due back')
}

/** All that went back of an order so far was paid back; the rest of it stays sold. */
export async function closeRefundedLines(tx: Tx, order: Pick<LockedOrder, 'id'>): Promise<void> {
  await listPaidBack(tx, order.id)
}
