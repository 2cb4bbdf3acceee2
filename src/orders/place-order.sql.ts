import { sql } from 'kysely'
import { saleStop } from '../events/sales.sql.ts'
import type { Tx } from '../platform/db.ts'
import { orderPlaced } from './order-placed.job.ts'

export type OrderRow = {
  id: string
  code: string
  event_id: string
  phone: string
  email: string | null
  fingerprint: string
  /** The network address, as limits count it. */
  asked_from: string | null
  /** What the client showed as the total, where it showed one; compared, never stored. */
  shown_cents: number | null
}

export type LineRow = {
  id: string
  order_id: string
  ticket_type_id: string
  position: number
  quantity: number
  /** What the client showed for this line, where it showed anything. */
  shown_cents: number | null
}

export type Verdict =
  | 'placed'
  | 'exists'
  | 'order_conflict'
  | 'event_not_found'
  | 'unknown_ticket_type'
  | 'sales_closed'
  | 'sold_out'
  | 'too_many'
  | 'nothing_to_pay'
  | 'amount_changed'
  | 'over_limit'

export type Placement = { id: string; verdict: Verdict; amount_cents: number | null }

type Terms = { now: Date; holdMs: number; holdMaxMs: number; maxCents: number }

/** What is asked for, as rows, and the ticket types, which are under lock. */
const askedFor = (orders: OrderRow[], lines: LineRow[]) => sql`
    asked as (
      select *, row_number() over () as seq
      from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as o(id uuid, code text,
        event_id uuid, phone text, email text, fingerprint text, asked_from text,
        shown_cents bigint)
    ), wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(id uuid,
        order_id uuid, ticket_type_id uuid, position smallint, quantity int, shown_cents bigint)
    ), locked as materialized (
      select * from ticket_type where id in (select ticket_type_id from wanted)
    )`

/** Each line at today's price and stock, and each order's sums. An order counts those before it. */
const priced = sql`
    priced as (
      select w.*, t.price_cents, t.max_per_order,
        t.id is not null and t.event_id = a.event_id and t.archived_at is null as offered,
        t.capacity - t.held - t.sold as available,
        ceil(t.price_cents::numeric * w.quantity / 100) * 100 as amount_cents,
        sum(w.quantity) over (partition by w.ticket_type_id order by a.seq) as wanted_so_far
      from wanted w
      join asked a on a.id = w.order_id
      left join locked t on t.id = w.ticket_type_id
    ), summed as (
      select order_id, bool_and(offered) as offered,
        bool_or(quantity > max_per_order) as too_many,
        bool_or(wanted_so_far > available) as short,
        bool_or(shown_cents <> price_cents::bigint * quantity) as line_changed,
        sum(price_cents::bigint * quantity) as exact_cents,
        sum(amount_cents) as amount_cents
      from priced group by order_id
    )`

const judged = (terms: Terms) => sql`
    judged as (
      select a.*, s.amount_cents, case
        when x.id is not null and x.request_fingerprint = a.fingerprint then 'exists'
        when x.id is not null then 'order_conflict'
        when e.id is null or e.stop = 'draft' then 'event_not_found'
        when not s.offered then 'unknown_ticket_type'
        when e.stop = 'closed' then 'sales_closed'
        when e.stop = 'sold_out' then 'sold_out'
        when s.too_many then 'too_many'
        when s.amount_cents = 0 then 'nothing_to_pay'
        when s.line_changed or a.shown_cents not in (s.exact_cents, s.amount_cents)
          then 'amount_changed'
        when s.amount_cents > ${terms.maxCents} then 'over_limit'
        when s.short then 'sold_out'
        else 'placed'
      end as verdict
      from asked a
      join summed s on s.order_id = a.id
      left join (select e.id, ${saleStop(terms.now)} as stop from event e) e on e.id = a.event_id
      left join "order" x on x.id = a.id
    ), placed as (
      select * from judged where verdict = 'placed'
    )`

const written = (terms: Terms) => sql`
    taken as (
      update ticket_type t set held = t.held + n.quantity
      from (
        select ticket_type_id, sum(quantity) as quantity
        from priced join placed on placed.id = priced.order_id group by ticket_type_id
      ) n
      where t.id = n.ticket_type_id
    ), new_order as (
      insert into "order" (id, code, event_id, phone, email, amount_cents, request_fingerprint,
        asked_from, created_at, updated_at)
      select id, code, event_id, phone, email, amount_cents, fingerprint, asked_from,
        ${terms.now}, ${terms.now}
      from placed
    ), new_line as (
      insert into order_line (id, order_id, ticket_type_id, position, quantity, price_cents,
        amount_cents)
      select l.id, l.order_id, l.ticket_type_id, l.position, l.quantity, l.price_cents, l.amount_cents
      from priced l join placed on placed.id = l.order_id
    ), new_hold as (
      insert into hold (order_id, expires_at, ends_at, updated_at)
      select id, ${terms.now}::timestamptz + ${terms.holdMs} * interval '1 ms',
        ${terms.now}::timestamptz + ${terms.holdMaxMs} * interval '1 ms', ${terms.now}
      from placed
    ), new_event as (
      insert into order_event (order_id, from_state, to_state, cause, at)
      select id, null, 'pending', 'placed', ${terms.now} from placed
    ), new_job as (
      insert into job (name, lane, payload)
      select ${orderPlaced.name}, ${orderPlaced.lane.name},
        jsonb_build_object('orderId', id, 'attempt', 1)
      from placed
    )`

/** Locks ticket types in the order of their ids. */
async function lockTicketTypes(tx: Tx, lines: LineRow[]): Promise<void> {
  const ids = lines.map((line) => line.ticket_type_id)
  await sql`select id from ticket_type where id = any(${ids}::uuid[])
    order by id for no key update`.execute(tx)
}

/**
 * Places orders: one statement that judges each, sets its tickets aside and writes order, lines,
 * hold, event and job, or writes nothing for it. It takes arrays so that orders which arrive
 * together can share one commit. An order of the batch counts the ones before it as placed, so a
 * 'sold_out' in a batch of several is worth asking again alone.
 *
 * The ticket types are locked by a statement of their own, so that the one that judges begins when
 * it need not wait any more and sees what the last committed buyer left: his stock, and his order,
 * should it be this same one. (A statement that locks and then writes is checked against the CHECK
 * with the row as it was when the statement began, before PostgreSQL looks at the newest one:
 * tickets that were given back meanwhile would make it fail.) The CHECK on ticket_type stands
 * behind this.
 */
export async function placeOrders(
  tx: Tx,
  orders: OrderRow[],
  lines: LineRow[],
  terms: Terms,
): Promise<Placement[]> {
  await lockTicketTypes(tx, lines)
  const { rows } = await sql<Placement>`
    with ${askedFor(orders, lines)}, ${priced}, ${judged(terms)}, ${written(terms)}
    select id, verdict, amount_cents::float8 as amount_cents from judged order by seq`.execute(tx)
  return rows
}
