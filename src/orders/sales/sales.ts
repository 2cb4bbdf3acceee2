import { isOpen } from '../../events/sales.rules.ts'
import type { SoldFor } from '../../ledger/ledger.rules.ts'
import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/database/db.ts'
import { shortageOf } from '../errors.ts'
import { changeHold, releaseHolds } from '../holds.sql.ts'
import { isUnpaid, type OrderState } from '../order.rules.ts'
import { changeOrderState, type LockedOrder, type OrderChange } from '../orders.sql.ts'
import { isAboveCap } from '../phone-cap.ts'
import { lockStockOf, moveHeldToSold, restoreSold, type SoldPart, takeAgain } from '../stock.sql.ts'
import {
  insertReversal,
  insertSale,
  insertUnsold,
  listPaidBack,
  selectWholeLines,
} from './sales.sql.ts'

// Callers have locked the order and its payments. Functions here lock ticket types afterwards.

type Missed = 'event_closed' | 'no_capacity' | 'code_used_up' | 'phone_limit'

export type Unsold = 'already_paid' | Missed

/**
 * Sells the order in the transaction that confirms its payment. Takes the tickets from the hold,
 * or from the stock if the hold has ended. If the tickets cannot be taken, the order becomes due
 * for refund. `order.phone` is the phone that paid. The caller posts the sale to the ledger.
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
  // Expires the order first: only the payment of an expired order counts as late.
  if (order.state !== 'expired') await moveOrder(tx, order.id, 'expired', change)
  await moveOrder(tx, order.id, 'refund_due', change)
  assert((await insertUnsold(tx, order.id, order.phone)) > 0, 'an order had no lines')
  return sale
}

/** A forbidden change is a bug, because the caller has locked and checked the order. */
async function moveOrder(tx: Tx, id: string, to: OrderState, change: OrderChange): Promise<void> {
  assert(await changeOrderState(tx, id, to, change), `the order ${id} cannot become ${to}`)
}

async function takeTickets(tx: Tx, order: LockedOrder, now: Date): Promise<'sold' | Missed> {
  const held = order.hold_state === 'held'
  if (order.max_per_phone !== null && isOpen(order.sale_stop)) {
    await lockStockOf(tx, [order.id])
    if (await isAboveCap(tx, order)) {
      if (held) await releaseHolds(tx, [order.id], now)
      return 'phone_limit'
    }
  }
  if (held && isOpen(order.sale_stop) && (await moveHeldToSold(tx, order.id, now))) return 'sold'
  // The event ended or was cancelled, perhaps after the order was locked.
  if (held || !isOpen(order.sale_stop)) {
    const released = await releaseHolds(tx, [order.id], now)
    assert(released.length === (held ? 1 : 0), 'a locked hold ended')
    return 'event_closed'
  }
  const { isTaken, types } = await takeAgain(tx, order.id, 'sold', now)
  if (!isTaken) return shortageOf(types) ? 'no_capacity' : 'code_used_up'
  const change = { state: 'sold', updated_at: now } as const
  const isSold = await changeHold(tx, order.id, 'released', change)
  assert(isSold, 'a locked hold changed its state')
  return 'sold'
}

export async function recordSale(
  tx: Tx,
  order: Pick<LockedOrder, 'id' | 'event_id' | 'phone'>,
): Promise<SoldFor> {
  const lines = await insertSale(tx, order.id, order.phone)
  assert(lines.length > 0, 'an order had no lines')
  return sumOf(order, lines)
}

/** The caller posts the reversal to the ledger. The rest of a line may be reversed later. */
export async function reverseSale(
  tx: Tx,
  order: Pick<LockedOrder, 'id' | 'event_id'>,
  lines: readonly SoldPart[],
): Promise<SoldFor> {
  // Types before lines: a request that gives the event its organizer locks both in this order.
  await lockStockOf(tx, [order.id])
  const reversed = await insertReversal(tx, order.id, lines)
  const isAll = reversed.length === lines.length && reversed.length > 0
  assert(isAll, 'the reversed tickets were not sold, or were reversed before')
  assert(await restoreSold(tx, lines), 'more tickets were reversed than sold')
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

export async function closeRefund(
  tx: Tx,
  order: Pick<LockedOrder, 'id'>,
  cause: string,
  now: Date,
): Promise<void> {
  await moveOrder(tx, order.id, 'refunded', { cause, now })
  assert((await listPaidBack(tx, order.id)) > 0, 'an order had no lines that were due back')
}

/**
 * Gives back tickets of an order without a payment. With its last tickets the order ends. The
 * caller makes the tickets void.
 */
export async function giveBackPart(
  tx: Tx,
  order: Pick<LockedOrder, 'id' | 'event_id'>,
  part: SoldPart,
  { cause, now }: { cause: string; now: Date },
): Promise<void> {
  const lines = await selectWholeLines(tx, order.id)
  const left = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (part.quantity === left) return await giveBackOrder(tx, order, { cause, now })
  await reverseSale(tx, order, [part])
  await closeRefundedLines(tx, order)
}

/** Gives back all tickets that are left of an order without a payment. */
export async function giveBackOrder(
  tx: Tx,
  order: Pick<LockedOrder, 'id' | 'event_id'>,
  { cause, now }: { cause: string; now: Date },
): Promise<void> {
  await takeBackOrder(tx, order, cause, now)
  await closeRefund(tx, order, cause, now)
}

/** Marks the refunded lines once all refunds are paid. Other lines stay sold. */
export async function closeRefundedLines(tx: Tx, order: Pick<LockedOrder, 'id'>): Promise<void> {
  await listPaidBack(tx, order.id)
}
