import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import { isHeld } from './open-orders.sql.ts'
import { lockStockOf, moveLimits } from './stock.sql.ts'

export type HoldPastEnd = { order_id: string; expires_at: Date }

const isPastEnd = (now: Date) => sql<boolean>`state = 'held' and expires_at <= ${now}`

export const areHoldsPastEnd = (now: Date): RawBuilder<boolean> =>
  sql`exists (select from hold where ${isPastEnd(now)})`

/** Holds that are past their end, oldest first. `last` is the last hold of the previous batch. */
export async function selectHoldsPastEnd(
  db: Db,
  now: Date,
  last: HoldPastEnd | null,
  count: number,
): Promise<HoldPastEnd[]> {
  return await db
    .selectFrom('hold')
    .select(['order_id', 'expires_at'])
    .where(isPastEnd(now))
    .$if(last !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('expires_at', 'order_id'), '>', tuple(last!.expires_at, last!.order_id)),
      ),
    )
    .orderBy('expires_at')
    .orderBy('order_id')
    .limit(count)
    .execute()
}

/**
 * Locks the orders whose hold may end now. Skips orders locked elsewhere, and pending orders before
 * `ends_at`, because their payment may be open.
 */
export async function lockOrdersPastEnd(tx: Tx, orderIds: string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o join hold h on h.order_id = o.id
    where o.id = any(${orderIds}::uuid[]) and ${isHeld('h')} and h.expires_at <= ${now}
      and (o.state <> 'pending' or h.ends_at <= ${now})
    for no key update of o, h skip locked`.execute(tx)
  return rows.map((row) => row.id)
}

/** Releases the tickets of orders. Locks the stock first. Returns the ids of orders with holds. */
export async function releaseHolds(tx: Tx, orderIds: string[], now: Date): Promise<string[]> {
  await lockStockOf(tx, orderIds)
  const { rows } = await sql<{ order_id: string }>`
    with released as (
      update hold set state = 'released', updated_at = ${now}
      where order_id = any(${orderIds}::uuid[]) and ${isHeld('hold')} returning order_id
    ), ${moveLimits(sql`select l.id, l.quantity from released join order_line l using (order_id)`, {
      held: -1,
      sold: 0,
    })}, restored as (
      update ticket_type t set held = t.held - n.quantity
      from (
        select ticket_type_id, sum(quantity) as quantity
        from order_line join released using (order_id) group by ticket_type_id
      ) n
      where t.id = n.ticket_type_id
    )
    select order_id from released`.execute(tx)
  return rows.map((row) => row.order_id)
}

/**
 * Marks the buyer of an order as proven, because M-Pesa is about to take the payment. A hold by
 * paybill then lasts until `holdMaxMs` after the order.
 */
export async function proveBuyer(
  db: Db,
  code: string,
  { now, holdMaxMs }: { now: Date; holdMaxMs: number },
): Promise<void> {
  const end = sql`o.created_at + ${holdMaxMs} * interval '1 ms'`
  await sql`
    update hold h set is_unproven = false, updated_at = ${now},
      expires_at = case when o.payment_method = 'paybill' then ${end} else h.expires_at end,
      ends_at = case when o.payment_method = 'paybill' then ${end} else h.ends_at end,
      paybill_until = case when o.payment_method = 'paybill' then ${end} else h.paybill_until end
    from "order" o
    where o.code = ${code} and h.order_id = o.id and h.is_unproven and ${isHeld('h')}`.execute(db)
}

/** Changes a hold. Returns false if its state is not `from`. */
export async function changeHold(
  tx: Tx,
  orderId: string,
  from: 'held' | 'sold' | 'released',
  set: {
    state?: 'held' | 'sold' | 'released'
    expires_at?: Date
    ends_at?: Date
    paybill_until?: Date | null
    updated_at: Date
  },
): Promise<boolean> {
  const result = await tx
    .updateTable('hold')
    .set(set)
    .where('order_id', '=', orderId)
    .where('state', '=', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
