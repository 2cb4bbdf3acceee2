import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { changeHold } from '../holds.sql.ts'
import { changeOrderState, type LockedOrder } from '../orders.sql.ts'
import { newOrderCode } from '../placing/order-row.ts'
import type { TicketStock } from '../stock.rules.ts'
import { lockLimits, lockTypes, restoreSold } from '../stock.sql.ts'
import {
  type ComplimentaryOrder,
  insertComplimentary,
  selectComplimentaryLines,
  selectPoolIds,
  selectStock,
  selectTypeIds,
} from './complimentary-orders.sql.ts'

/** Locks ticket types and their pools, then reads their stock. Ignores unknown ids. */
export async function lockStock(tx: Tx, ids: readonly string[]): Promise<TicketStock[]> {
  await lockTypes(tx, ids)
  const pools = await selectPoolIds(tx, ids)
  if (pools.length > 0) await lockLimits(tx, pools)
  return await selectStock(tx, ids)
}

/** Locks all types of an event, so that no other call takes tickets during a capacity check. */
export async function lockEventStock(tx: Tx, eventId: string): Promise<TicketStock[]> {
  return await lockStock(tx, await selectTypeIds(tx, eventId))
}

/**
 * Places complimentary orders. The caller has locked the types and checked the stock. With
 * `fromAside`, the tickets were set aside before.
 */
export async function placeComplimentary(
  tx: Tx,
  orders: readonly ComplimentaryOrder[],
  as: { now: Date; fromAside: boolean },
): Promise<void> {
  if (orders.length === 0) return
  const rows = orders.map((order) => ({ ...order, code: newOrderCode(), line_id: newId() }))
  await insertComplimentary(tx, rows, as)
}

/** Revokes a complimentary order. The caller has locked the order, and makes its tickets void. */
export async function revokeComplimentary(
  tx: Tx,
  order: Pick<LockedOrder, 'id'>,
  cause: string,
  now: Date,
): Promise<void> {
  for (const state of ['refund_due', 'refunded'] as const) {
    const isChanged = await changeOrderState(tx, order.id, state, { cause, now })
    assert(isChanged, `the complimentary order ${order.id} was revoked before`)
  }
  const change = { state: 'released', updated_at: now } as const
  assert(
    await changeHold(tx, order.id, 'sold', change),
    'a complimentary order had no sold tickets',
  )
  const lines = await selectComplimentaryLines(tx, order.id)
  assert(await restoreSold(tx, lines), 'more tickets were revoked than sold')
}
