import { type RawBuilder, sql } from 'kysely'
import { saleStop } from '../events/sales.sql.ts'
import type { Db } from '../platform/db.ts'
import { firstHoldEnd, isOverShare } from './hold-share.sql.ts'
import { isOpenOrder, isPaymentOpen } from './open-orders.sql.ts'

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
  | 'payment_open'
  | 'too_many_unpaid'
  /** Its phone opened another order in this moment, or in the same batch. */
  | 'again'

export type Placement = {
  id: string
  verdict: Verdict
  amount_cents: number | null
  /** Of too_many_unpaid: when the first hold of the address ends. */
  held_until: Date | null
}

export type Asked = { orders: OrderRow[]; lines: LineRow[] }

export type Terms = {
  now: Date
  holdMs: number
  holdMaxMs: number
  maxCents: number
  sharePercent: number
}

/** What is asked for, as rows, the ticket types, and the orders that would be replaced. */
const askedFor = ({ orders, lines }: Asked) => sql`
    asked as (
      select o.*, row_number() over () as seq,
        row_number() over (partition by phone, event_id) as seq_of_phone
      from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as o(id uuid, code text,
        event_id uuid, phone text, email text, fingerprint text, asked_from text,
        shown_cents bigint)
    ), wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(id uuid,
        order_id uuid, ticket_type_id uuid, position smallint, quantity int, shown_cents bigint)
    ), offered as materialized (
      select * from ticket_type where id in (select ticket_type_id from wanted)
    ), old as materialized (
      select a.id as new_id, o.id, o.state, o.attempt, ${isPaymentOpen('o')} as is_paying
      from asked a join "order" o on o.phone = a.phone and o.event_id = a.event_id
        and ${isOpenOrder('o')} and o.id <> a.id
    ), given_back as materialized (
      select old.new_id, l.ticket_type_id, l.quantity
      from old join hold h on h.order_id = old.id and h.state = 'held'
        join order_line l on l.order_id = old.id
    )`

/**
 * Each line at today's price and stock, and each order's sums. An order counts those before it as
 * placed; of what is given back it counts what its own phone gives back.
 */
const priced = sql`
    priced as (
      select w.*, a.event_id, a.asked_from, old.id as replaced_id, t.price_cents, t.max_per_order,
        t.capacity, t.sold, t.held - coalesce(g.quantity, 0) as held,
        t.id is not null and t.event_id = a.event_id and t.archived_at is null as is_offered,
        ceil(t.price_cents::numeric * w.quantity / 100) * 100 as amount_cents,
        sum(w.quantity) over (partition by w.ticket_type_id order by a.seq) as wanted_so_far,
        sum(w.quantity) over (partition by w.ticket_type_id, a.asked_from order by a.seq)
          as asked_so_far
      from wanted w
      join asked a on a.id = w.order_id
      left join old on old.new_id = a.id
      left join given_back g on g.new_id = a.id and g.ticket_type_id = w.ticket_type_id
      left join offered t on t.id = w.ticket_type_id
    ), summed as (
      select order_id, bool_and(is_offered) as is_offered,
        bool_or(quantity > max_per_order) as too_many,
        bool_or(wanted_so_far > capacity - held - sold) as short,
        bool_or(shown_cents <> price_cents::bigint * quantity) as line_changed,
        sum(price_cents::bigint * quantity) as exact_cents,
        sum(amount_cents) as amount_cents
      from priced group by order_id
    )`

/** `locked`: of the orders that would be replaced those under lock; null where none is needed. */
const verdicts = (terms: Terms, locked: string[] | null) => sql`
    judged as materialized (
      select a.*, s.amount_cents, case
        when x.id is not null and x.request_fingerprint = a.fingerprint then 'exists'
        when x.id is not null then 'order_conflict'
        when e.id is null or e.stop = 'draft' then 'event_not_found'
        when not s.is_offered then 'unknown_ticket_type'
        when e.stop = 'closed' then 'sales_closed'
        when e.stop = 'sold_out' then 'sold_out'
        when s.too_many then 'too_many'
        when s.amount_cents = 0 then 'nothing_to_pay'
        when s.line_changed or a.shown_cents not in (s.exact_cents, s.amount_cents)
          then 'amount_changed'
        when s.amount_cents > ${terms.maxCents} then 'over_limit'
        when a.seq_of_phone > 1 then 'again'
        when old.is_paying then 'payment_open'
        when old.id is not null and old.id <> all(${locked}::uuid[]) then 'again'
        when s.short then 'sold_out'
        when exists (select from priced p where p.order_id = a.id and ${isOverShare('p', terms)})
          then 'too_many_unpaid'
        else 'placed'
      end as verdict
      from asked a
      join summed s on s.order_id = a.id
      left join (select e.id, ${saleStop(terms.now)} as stop from event e) e on e.id = a.event_id
      left join "order" x on x.id = a.id
      left join old on old.new_id = a.id
    )`

/** The parts of a statement that judge orders: old, given_back, priced and judged are for writing. */
export function judging(asked: Asked, terms: Terms, locked: string[] | null): RawBuilder<unknown> {
  return sql`${askedFor(asked)}, ${priced}, ${verdicts(terms, locked)}`
}

/** What its caller is told of each order. */
export const told: RawBuilder<Placement> = sql<Placement>`
    select id, verdict, amount_cents::float8 as amount_cents,
      case verdict when 'too_many_unpaid' then ${firstHoldEnd('judged')} end as held_until
    from judged order by seq`

/** What placing these orders would come to, without waiting for anybody. */
export async function judgeOrders(db: Db, asked: Asked, terms: Terms): Promise<Placement[]> {
  const { rows } = await sql<Placement>`with ${judging(asked, terms, null)} ${told}`.execute(db)
  return rows
}
