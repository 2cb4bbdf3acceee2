import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import { isHeld } from './open-orders.sql.ts'

// What is held and sold of ticket types. Each locks them in the order of their ids, changes those of
// all lines or none, and answers whether it did.

/**
 * The order's ticket types under lock, with what the order wants. Of a type that was removed
 * nothing is left, not even what a hold gave back since. Of an event that was cancelled nothing can
 * be sold, not even what is held: a cancellation takes the same lock, and who waited for it reads
 * these rows anew.
 */
const lockedTypes = (orderId: string) => sql`
  locked as materialized (
    select t.id, l.quantity, t.held * (t.closed_at is null)::int as held,
      case when t.archived_at is null and t.closed_at is null then t.capacity - t.held - t.sold else 0 end as available
    from ticket_type t join order_line l on l.ticket_type_id = t.id
    where l.order_id = ${orderId}
    order by t.id for no key update of t
  )`

/** Locks the ticket types of these orders: all of them at once, where a transaction needs several. */
export async function lockTypesOf(tx: Tx, orderIds: string[]): Promise<void> {
  await sql`select id from ticket_type where id in (
      select ticket_type_id from order_line where order_id = any(${orderIds}::uuid[])
    ) order by id for no key update`.execute(tx)
}

/** Waits until nobody has these ticket types, one after the other, and keeps none of them. */
export async function waitForTypes(db: Db, types: string[]): Promise<void> {
  for (const id of types) {
    await sql`select from ticket_type where id = ${id} for share`.execute(db)
  }
}

/**
 * Locks the ticket types of these orders, without those that somebody else has if it skips: answers
 * the orders that lack one of theirs, each with all its types.
 */
export async function lockTypesTogether(
  tx: Tx,
  orderIds: string[],
  skips: boolean,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; types: string[] }>`
    with wanted as (
      select distinct order_id, ticket_type_id from order_line where order_id = any(${orderIds}::uuid[])
    ), locked as materialized (
      select id from ticket_type where id in (select ticket_type_id from wanted)
      order by id for no key update ${skips ? sql`skip locked` : sql``}
    )
    select order_id as id, array_agg(ticket_type_id order by ticket_type_id) as types
    from wanted group by order_id
    having bool_or(ticket_type_id not in (select id from locked))`.execute(tx)
  return new Map(rows.map(({ id, types }) => [id, types]))
}

/**
 * What is held for the order is sold to it, and its hold has ended; false if less than that is held, or
 * its event was cancelled.
 */
export async function moveHeldToSold(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with ${lockedTypes(orderId)}, judged as materialized (
      select id, quantity, bool_and(quantity <= held) over () as all_held from locked
    ), ended as (
      update hold set state = 'sold', updated_at = ${now}
      where order_id = ${orderId} and ${isHeld('hold')} and (select bool_and(all_held) from judged)
      returning order_id
    )
    update ticket_type t set held = t.held - judged.quantity, sold = t.sold + judged.quantity,
      first_sold_at = coalesce(t.first_sold_at, ${now})
    from judged, ended where t.id = judged.id
    returning t.id`.execute(tx)
  return rows.length > 0
}

/**
 * Takes the order's tickets again, all or none; false if too few are left. Locked by a statement of
 * their own first: see placeOrders.
 */
export async function takeAgain(
  tx: Tx,
  orderId: string,
  as: 'held' | 'sold',
  now: Date,
): Promise<boolean> {
  const sold = as === 'sold'
  await lockTypesOf(tx, [orderId])
  const { rows } = await sql`
    with ${lockedTypes(orderId)}, judged as materialized (
      select id, quantity, bool_and(quantity <= available) over () as all_fit from locked
    )
    update ticket_type t set
      held = t.held + case when ${sold} then 0 else judged.quantity end,
      sold = t.sold + case when ${sold} then judged.quantity else 0 end,
      first_sold_at = case when ${sold} then coalesce(t.first_sold_at, ${now})
        else t.first_sold_at end
    from judged where t.id = judged.id and judged.all_fit
    returning t.id`.execute(tx)
  return rows.length > 0
}

/** So many tickets of an order's line, and what was paid for them. */
export type SoldPart = { lineId: string; quantity: number; amountCents: number }

/** The places of tickets that were sold are for sale again; false if fewer were sold. */
export async function giveBackSold(tx: Tx, parts: readonly SoldPart[]): Promise<boolean> {
  const { rows } = await sql`
    with back as (
      select l.ticket_type_id, sum(p.quantity) as quantity
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p("lineId" uuid, quantity int)
        join order_line l on l.id = p."lineId"
      group by l.ticket_type_id
    ), locked as materialized (
      select t.id, t.sold, back.quantity
      from ticket_type t join back on back.ticket_type_id = t.id
      order by t.id for no key update of t
    ), judged as materialized (
      select id, quantity, bool_and(quantity <= sold) over () as all_sold from locked
    )
    update ticket_type t set sold = t.sold - judged.quantity
    from judged where t.id = judged.id and judged.all_sold
    returning t.id`.execute(tx)
  return rows.length > 0
}
