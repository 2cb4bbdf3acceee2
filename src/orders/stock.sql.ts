import { type RawBuilder, sql } from 'kysely'
import { poolPlaces } from '../events/sales.sql.ts'
import type { Tx } from '../platform/database/db.ts'
import { isHeld } from './open-orders.sql.ts'
import {
  countAvailable,
  hasRoom,
  type TicketStock,
  type WantedLimit,
  type WantedStock,
} from './stock.rules.ts'

// Each function locks ticket types by id, and changes the stock of all lines or of none. A limit
// counts tickets of one type, such as the first 50 at a lower price, or of all types of a pool.
// Limits are locked by id after the types, and change in the same statement (decisions/0196).

/** Reads ticket type `t`. */
export const stockColumns = (): RawBuilder<TicketStock> =>
  sql<TicketStock>`id, event_id, price_cents, max_per_order, min_per_order,
    sold_in, kind, pool_id, ${poolPlaces} as pool, capacity, held, sold,
    archived_at is not null as is_archived, closed_at is not null as is_closed`

/** Passes the ids as rows of JSON, so that PostgreSQL keeps the plan. */
export const idsOf = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`select id::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) ids(id)`

/**
 * Locks types in one statement, by id: two buyers that lock types one by one can deadlock. Returns
 * the locked ids. The caller locks the limits afterwards.
 */
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

/** Locks limits by id. The caller has locked all ticket types of its transaction. */
export async function lockLimits(
  tx: Tx,
  ids: readonly string[],
  { skipLocked = false } = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sale_limit where id = any(array(${idsOf(ids)}))
    order by id for no key update${skipLocked ? sql` skip locked` : sql``}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Locks and returns the ticket types of the orders, and the limits that count their lines. */
export async function lockStockOf(
  tx: Tx,
  orderIds: string[],
): Promise<{ types: WantedStock[]; limits: WantedLimit[] }> {
  const { rows } = await sql<WantedStock>`select ${stockColumns()}, (
      select sum(l.quantity)::int from order_line l
      where l.order_id = any(${orderIds}::uuid[]) and l.ticket_type_id = t.id
    ) as quantity
    from ticket_type t where id in (
      select ticket_type_id from order_line where order_id = any(${orderIds}::uuid[])
    ) order by id for no key update of t`.execute(tx)
  const limits = await lockLimitsOf(tx, orderIds)
  // The statement above read the pools before they were locked.
  const types = rows.map((type) => {
    const pool = limits.find(({ id }) => id === type.pool_id)
    return pool ? { ...type, pool: { ...pool, capacity: pool.capacity! } } : type
  })
  return { types, limits }
}

async function lockLimitsOf(tx: Tx, orderIds: readonly string[]): Promise<WantedLimit[]> {
  const { rows } = await sql<WantedLimit>`
    select id, kind, capacity, held, sold, (
      select sum(l.quantity)::int from order_line l join line_limit c on c.order_line_id = l.id
      where l.order_id = any(${orderIds}::uuid[]) and c.limit_id = sale_limit.id
    ) as quantity
    from sale_limit where id in (
      select c.limit_id from order_line l join line_limit c on c.order_line_id = l.id
      where l.order_id = any(${orderIds}::uuid[])
    ) order by id for no key update`.execute(tx)
  return rows
}

/** Waits until no other transaction locks the ticket type or limit with this id. */
export async function waitForStock(tx: Tx, id: string): Promise<void> {
  await sql`select from ticket_type where id = ${id} for share`.execute(tx)
  await sql`select from sale_limit where id = ${id} for share`.execute(tx)
}

/**
 * Locks the ticket types and the limits of orders. With `skips`, skips rows that other
 * transactions have locked. Returns the orders for which a row was skipped: with all their ticket
 * types if a type was skipped, otherwise with all their limits.
 */
export async function lockStockTogether(
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
  const missing = new Map(rows.map(({ id, types }) => [id, types]))
  const others = orderIds.filter((id) => !missing.has(id))
  return new Map([...missing, ...(await lockLimitsTogether(tx, others, skips))])
}

/**
 * Locks the limits of orders. With `skips`, skips limits that other transactions have locked.
 * Returns the orders for which a limit was skipped, with all their limits.
 */
async function lockLimitsTogether(
  tx: Tx,
  orderIds: readonly string[],
  skips: boolean,
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; limits: string[] }>`
    with wanted as (
      select distinct l.order_id, c.limit_id from order_line l
        join line_limit c on c.order_line_id = l.id
      where l.order_id = any(${orderIds}::uuid[])
    ), locked as materialized (
      select id from sale_limit where id in (select limit_id from wanted)
      order by id for no key update ${skips ? sql`skip locked` : sql``}
    )
    select order_id as id, array_agg(limit_id order by limit_id) as limits
    from wanted group by order_id
    having bool_or(limit_id not in (select id from locked))`.execute(tx)
  return new Map(rows.map(({ id, limits }) => [id, limits]))
}

/**
 * CTEs for the statement that moves the stock of `lines` (id, quantity). The CTEs lock the limits
 * that count the lines, by id, and then change these limits.
 */
export function moveLimits(
  lines: RawBuilder<unknown>,
  { held, sold }: { held: -1 | 0 | 1; sold: -1 | 0 | 1 },
): RawBuilder<unknown> {
  return sql`
    limit_move as materialized (
      select s.id, n.quantity from sale_limit s join (
        select c.limit_id, sum(l.quantity)::int as quantity
        from (${lines}) l join line_limit c on c.order_line_id = l.id
        where c.is_counted group by c.limit_id
      ) n on n.limit_id = s.id
      order by s.id for no key update of s
    ), limited as (
      update sale_limit s set held = s.held + ${held}::int * m.quantity,
        sold = s.sold + ${sold}::int * m.quantity
      from limit_move m where s.id = m.id
    )`
}

/**
 * Moves the tickets of an order from held to sold. Returns false if fewer tickets are held than
 * ordered, or if the event was cancelled. A cancellation locks the same rows.
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
    ), ${moveLimits(sql`select l.id, l.quantity from ended join order_line l using (order_id)`, {
      held: -1,
      sold: 1,
    })}
    update ticket_type t set held = t.held - judged.quantity, sold = t.sold + judged.quantity,
      first_sold_at = coalesce(t.first_sold_at, ${now})
    from judged, ended where t.id = judged.id
    returning t.id`.execute(tx)
  return rows.length > 0
}

/**
 * Takes all tickets of an order again after the hold has ended, or none if too few are left or a
 * limit has no room. An order that is paid late is sold even if its price step is full; the step
 * then does not count the line. A full pool or code still refuses the order: otherwise every order
 * that is paid late could use a code that may be used once. Returns the stock as it was before.
 */
export async function takeAgain(
  tx: Tx,
  orderId: string,
  as: 'held' | 'sold',
  now: Date,
): Promise<{ isTaken: boolean; types: WantedStock[]; limits: WantedLimit[] }> {
  const isSold = as === 'sold'
  const { types, limits } = await lockStockOf(tx, [orderId])
  const locked = { types, limits }
  if (types.some((type) => type.quantity > countAvailable(type)))
    return { isTaken: false, ...locked }
  const full = limits.filter((limit) => !hasRoom(limit))
  const isPassed = ({ kind }: WantedLimit) => isSold && kind === 'step'
  if (!full.every(isPassed)) return { isTaken: false, ...locked }
  if (full.length > 0) await uncountLines(tx, orderId, full)
  const lines = sql`select id, quantity from order_line where order_id = ${orderId}`
  await sql`
    with ${moveLimits(lines, isSold ? { held: 0, sold: 1 } : { held: 1, sold: 0 })}
    update ticket_type t set
      held = t.held + case when ${isSold} then 0 else l.quantity end,
      sold = t.sold + case when ${isSold} then l.quantity else 0 end,
      first_sold_at = case when ${isSold} then coalesce(t.first_sold_at, ${now})
        else t.first_sold_at end
    from order_line l where l.order_id = ${orderId} and t.id = l.ticket_type_id`.execute(tx)
  return { isTaken: true, ...locked }
}

/** Makes these limits no longer count the lines of the order. The lines keep their prices. */
async function uncountLines(
  tx: Tx,
  orderId: string,
  limits: readonly WantedLimit[],
): Promise<void> {
  const limitIds = limits.map(({ id }) => id)
  await sql`
    update line_limit c set is_counted = false from order_line l
    where l.order_id = ${orderId} and c.order_line_id = l.id
      and c.limit_id = any(${limitIds}::uuid[])`.execute(tx)
}

export type SoldPart = { lineId: string; quantity: number; amountCents: number }

/** Returns false if fewer tickets were sold than are restored. */
export async function restoreSold(tx: Tx, parts: readonly SoldPart[]): Promise<boolean> {
  const { rows } = await sql`
    with part as (
      select l.id, l.ticket_type_id, p.quantity
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p("lineId" uuid, quantity int)
        join order_line l on l.id = p."lineId"
    ), back as (
      select ticket_type_id, sum(quantity) as quantity from part group by ticket_type_id
    ), locked as materialized (
      select t.id, t.sold, back.quantity
      from ticket_type t join back on back.ticket_type_id = t.id
      order by t.id for no key update of t
    ), judged as materialized (
      select id, quantity, bool_and(quantity <= sold) over () as all_sold from locked
    ), ${moveLimits(
      sql`select id, quantity from part where (select bool_and(all_sold) from judged)`,
      { held: 0, sold: -1 },
    )}
    update ticket_type t set sold = t.sold - judged.quantity
    from judged where t.id = judged.id and judged.all_sold
    returning t.id`.execute(tx)
  return rows.length > 0
}
