import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { changeHold } from '../holds.sql.ts'
import { changeOrderState, type LockedOrder } from '../orders.sql.ts'
import { newOrderCode } from '../placing/order-row.ts'
import type { TicketStock } from '../stock.rules.ts'
import { giveBackSold, lockTypes } from '../stock.sql.ts'
import {
  type GivenOrder,
  insertGiven,
  selectGivenLines,
  selectStock,
  selectTypeIds,
} from './given.sql.ts'

/**
 * Locks ticket types in the order of their ids, as a sale does, and returns their stock, read under
 * the locks. Unknown ids are left out. The caller checks whether enough tickets are left.
 */
export async function lockStock(tx: Tx, ids: readonly string[]): Promise<TicketStock[]> {
  await lockTypes(tx, ids)
  return await selectStock(tx, ids)
}

/**
 * Locks all ticket types of an event in the order of their ids and returns their stock. While they
 * are locked, no other call takes tickets of the event, so the caller can check the licensed
 * capacity.
 */
export async function lockEventStock(tx: Tx, eventId: string): Promise<TicketStock[]> {
  return await lockStock(tx, await selectTypeIds(tx, eventId))
}

/**
 * Places complimentary orders, which are paid from the start. The caller has locked their ticket
 * types and checked that enough tickets are left. With `fromAside`, the tickets were set aside for
 * these orders before.
 */
export async function giveOrders(
  tx: Tx,
  orders: readonly GivenOrder[],
  as: { now: Date; fromAside: boolean },
): Promise<void> {
  if (orders.length === 0) return
  const rows = orders.map((order) => ({ ...order, code: newOrderCode(), line_id: newId() }))
  await insertGiven(tx, rows, as)
}

/**
 * Takes the tickets of a locked given order back: they are for sale again, and the order becomes
 * final without a refund. The caller makes the tickets void.
 */
export async function takeBackGiven(
  tx: Tx,
  order: Pick<LockedOrder, 'id'>,
  cause: string,
  now: Date,
): Promise<void> {
  for (const state of ['refund_due', 'refunded'] as const) {
    const isChanged = await changeOrderState(tx, order.id, state, { cause, now })
    assert(isChanged, `the given order ${order.id} was taken back before`)
  }
  const change = { state: 'released', updated_at: now } as const
  assert(await changeHold(tx, order.id, 'sold', change), 'a given order had no sold tickets')
  const lines = await selectGivenLines(tx, order.id)
  assert(await giveBackSold(tx, lines), 'more tickets were taken back than given')
}
