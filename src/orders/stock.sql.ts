import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database/db.ts'
import { isHeld } from './open-orders.sql.ts'
import { countAvailable, type TicketStock, type WantedStock } from './stock.rules.ts'

// Each function locks ticket types by id, and changes the types of all lines or none.

export const stockColumns = (): RawBuilder<TicketStock> =>
  sql<TicketStock>`id, event_id, price_cents, max_per_order, capacity, held, sold,
    archived_at is not null as is_archived, closed_at is not null as is_closed`

/** As rows: PostgreSQL then keeps the plan. */
export const idsOf = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`select id::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) ids(id)`

/** Locks types in one statement, by id: two buyers that lock one by one can deadlock. */
export async function lockTypes(
  tx: Tx,
  ids: readonly string[],
  { skipLocked = false } = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ticket_type where id = any(array(${idsOf(ids)}))
    order by id for no key update${skipLocked ? sql` skip locked` : sql``}`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function lockTypesOf(tx: Tx, orderIds: string[]): Promise<WantedStock[]> {
  const { rows } = await sql<WantedStock>`select ${stockColumns()}, (
      select sum(l.quantity)::int from order_line l
      where l.order_id = any(${orderIds}::uuid[]) and l.ticket_type_id = ticket_type.id
    ) as quantity
    from ticket_type where id in (
      select ticket_type_id from order_line where order_id = any(${orderIds}::uuid[])
    ) order by id for no key update`.execute(tx)
  return rows
}

export async function waitForType(tx: Tx, id: string): Promise<void> {
  await sql`select from ticket_type where id = ${id} for share`.execute(tx)
}

/**
 * With `skips`, skips types locked elsewhere. Returns each order that lacks a lock, with all its
 * types.
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
 * Returns false if fewer tickets are held than ordered, or if the event was cancelled: a
 * cancellation locks the same rows.
 */
export async function moveHeldToSold(tx: Tx, orderId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with locked as materialized (
      select t.id, l.quantity, t.held * (t.closed_at is null)::int as held
      from ticket_type t join order_line l on l.ticket_type_id = t.id
      where l.order_id = ${orderId}
      order by t.id for no key update of t
    ), judged as materialized (
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

/** Takes the tickets again after the hold has ended, all or none. */
export async function takeAgain(
  tx: Tx,
  orderId: string,
  as: 'held' | 'sold',
  now: Date,
): Promise<{ isTaken: boolean; types: WantedStock[] }> {
  const types = await lockTypesOf(tx, [orderId])
  if (types.some((type) => type.quantity > countAvailable(type))) return { isTaken: false, types }
  const isSold = as === 'sold'
  await sql`update ticket_type t set
      held = t.held + case when ${isSold} then 0 else l.quantity end,
      sold = t.sold + case when ${isSold} then l.quantity else 0 end,
      first_sold_at = case when ${isSold} then coalesce(t.first_sold_at, ${now})
        else t.first_sold_at end
    from order_line l where l.order_id = ${orderId} and t.id = l.ticket_type_id`.execute(tx)
  return {
    isTaken: true,
    types: types.map((type) => ({ ...type, [as]: type[as] + type.quantity })),
  }
}

export type SoldPart = { lineId: string; quantity: number; amountCents: number }

/** Returns false if fewer tickets were sold than are restored. */
export async function restoreSold(tx: Tx, parts: readonly SoldPart[]): Promise<boolean> {
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
