import { type RawBuilder, sql } from 'kysely'
import { saleStop } from '../../events/sales.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { isHeld, isOpenOrderOf, isPaymentOpen } from '../open-orders.sql.ts'
import type { PaysBy } from '../same-order.rules.ts'
import { isCrowded, isOverShare, type Share, sharesOf } from './hold-share.sql.ts'

export type OrderRow = {
  id: string
  code: string
  event_id: string
  phone: string
  email: string | null
  fingerprint: string
  /** The network address, as limits count it. */
  asked_from: string | null
  pays_by: PaysBy
  language: Language
  /** For so long its prompt waits. */
  prompt_after_ms: number
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
  /** Its phone has another order in the same batch. */
  | 'again'

export type Placement = { id: string; verdict: Verdict; amount_cents: number | null }

export type Asked = { orders: OrderRow[]; lines: LineRow[] }

export type Terms = {
  now: Date
  holdMs: number
  holdMaxMs: number
  maxCents: number
  sharePercent: number
}

/**
 * What mostly is not there: open orders of the same phones, which would be replaced, and shares of
 * addresses in ticket types of which much is held.
 */
export type Others = { replaced: string[]; shares: Share[] }

/** What a statement has in it besides the rows that are asked for and their ticket types. */
type With = {
  isReplacing: boolean
  isShared: boolean
  /** Each is judged as if the others were not asked for. */
  isAlone: boolean
}

/** What is asked for, as rows, and the ticket types. */
const askedFor = ({ orders, lines }: Asked) => sql`
    asked as (
      select o.*, row_number() over (partition by phone, event_id order by seq) as seq_of_phone
      from rows from (jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as (id uuid, code text,
          event_id uuid, phone text, email text, fingerprint text, asked_from text,
          pays_by text, language text, prompt_after_ms int, shown_cents bigint))
        with ordinality as o(id, code, event_id, phone, email, fingerprint, asked_from,
          pays_by, language, prompt_after_ms, shown_cents, seq)
    ), wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(id uuid,
        order_id uuid, ticket_type_id uuid, position smallint, quantity int, shown_cents bigint)
    ), offered as materialized (
      select *, xmin::text as version from ticket_type
      where id = any(array(select ticket_type_id from wanted))
    )`

const NOTHING = sql``

const oldOrders = (ids: string[]) => sql`
    old as materialized (
      select a.id as new_id, o.id, o.state, o.attempt, o.asked_from,
        ${isPaymentOpen('o')} as is_paying
      from asked a join "order" o
        on ${isOpenOrderOf('o', { phone: sql`a.phone`, eventId: sql`a.event_id` })} and o.id <> a.id
      where o.id = any(${ids}::uuid[])
    ), given_back as materialized (
      select old.new_id, old.asked_from, l.ticket_type_id, l.quantity
      from old join hold h on h.order_id = old.id and ${isHeld('h')}
        join order_line l on l.order_id = old.id
    ),`

const known = (shares: Share[]) => sql`
    share as (
      select * from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb)
        as s(asked_from text, ticket_type_id uuid, mine int, percent numeric)
    ),`

/**
 * Each line at today's price and stock, and each order's sums. An order counts those before it as
 * placed; of what is given back it counts what its own phone gives back. What is not there is left
 * out of the statement: planning it would take as long as all the rest.
 */
const priced = (terms: Terms, { isReplacing, isShared, isAlone }: With) => {
  const mine = isReplacing
    ? sql`s.mine - case when g.asked_from = a.asked_from then g.quantity else 0 end`
    : sql`s.mine`
  const soFar = (of: RawBuilder<unknown>) =>
    isAlone ? sql`w.quantity` : sql`sum(w.quantity) over (partition by ${of} order by a.seq)`
  return sql`
    priced as (
      select w.*, a.event_id, t.price_cents, t.max_per_order, t.capacity, t.sold,
        t.held ${isReplacing ? sql`- coalesce(g.quantity, 0)` : NOTHING} as held,
        ${isShared ? sql`s.percent, ${mine} as mine,` : NOTHING}
        t.id is not null and t.event_id = a.event_id and t.archived_at is null as is_offered,
        ceil(t.price_cents::numeric * w.quantity / 100) * 100 as amount_cents,
        ${soFar(sql`w.ticket_type_id`)} as wanted_so_far,
        ${soFar(sql`w.ticket_type_id, a.asked_from`)} as asked_so_far,
        t.version
      from wanted w
      join asked a on a.id = w.order_id
      left join offered t on t.id = w.ticket_type_id
      ${isReplacing ? sql`left join given_back g on g.new_id = a.id and g.ticket_type_id = w.ticket_type_id` : NOTHING}
      ${isShared ? sql`left join share s on s.asked_from = a.asked_from and s.ticket_type_id = w.ticket_type_id` : NOTHING}
    ), summed as (
      select order_id, bool_and(is_offered) as is_offered,
        bool_or(quantity > max_per_order) as too_many,
        bool_or(wanted_so_far > capacity - held - sold) as short,
        bool_or(${isCrowded('priced', sql`wanted_so_far`, terms)}) as is_crowded,
        ${isShared ? sql`bool_or(${isOverShare('priced')})` : sql`false`} as over_share,
        bool_or(shown_cents <> price_cents::bigint * quantity) as line_changed,
        sum(price_cents::bigint * quantity) as exact_cents,
        sum(amount_cents) as amount_cents
      from priced group by order_id
    )`
}

const verdicts = (terms: Terms, isReplacing: boolean) => sql`
    judged as materialized (
      select a.*, s.amount_cents, s.is_crowded, e.title as event_title, case
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
        ${isReplacing ? sql`when old.is_paying then 'payment_open'` : NOTHING}
        when s.short then 'sold_out'
        when s.over_share then 'too_many_unpaid'
        else 'placed'
      end as verdict
      from asked a
      join summed s on s.order_id = a.id
      -- One by one, by the index: for as many as may come together a join would read the table whole.
      left join lateral (
        select e.id, e.title, ${saleStop(terms.now)} as stop from event e
        where e.id = a.event_id limit 1
      ) e on true
      left join lateral (
        select o.id, o.request_fingerprint from "order" o where o.id = a.id limit 1
      ) x on true
      ${isReplacing ? sql`left join old on old.new_id = a.id` : NOTHING}
    )`

/** The parts of a statement that judge orders: priced and judged, and old and given_back where any
 * are replaced, are for writing. */
export function judging(asked: Asked, terms: Terms, others: Others): RawBuilder<unknown> {
  const isReplacing = others.replaced.length > 0
  const isShared = others.shares.length > 0
  return sql`${askedFor(asked)}, ${isReplacing ? oldOrders(others.replaced) : NOTHING}
    ${isShared ? known(others.shares) : NOTHING}
    ${priced(terms, { isReplacing, isShared, isAlone: false })}, ${verdicts(terms, isReplacing)}`
}

/**
 * The same for orders that replace none, each as if it stood alone, as rows are when the statement
 * begins. Shares are counted in it, of whatever all of them together could crowd.
 */
export function judgingEach(asked: Asked, terms: Terms): RawBuilder<unknown> {
  const total = sql`(select sum(x.quantity) from wanted x where x.ticket_type_id = t.id)`
  return sql`${askedFor(asked)}, crowded as (
      select distinct a.asked_from, t.id as ticket_type_id, t.event_id
      from wanted w join asked a on a.id = w.order_id join offered t on t.id = w.ticket_type_id
      where a.asked_from is not null and ${isCrowded('t', total, terms)}
    ), share as (${sharesOf('crowded', terms)}),
    ${priced(terms, { isReplacing: false, isShared: true, isAlone: true })},
    ${verdicts(terms, false)}`
}

/** What a look tells besides: what there is to know of others before it is a judgement. */
export type Seen = Placement & { open_id: string | null; is_crowded: boolean }

/** What placing these orders would come to, without waiting for anybody. */
export async function judgeOrders(
  db: Db,
  asked: Asked,
  terms: Terms,
  others: Others,
): Promise<Seen[]> {
  const { rows } = await sql<Seen>`
    with ${judging(asked, terms, others)}
    select id, verdict, amount_cents::float8 as amount_cents, coalesce(is_crowded, false)
      and asked_from is not null as is_crowded, (
        select o.id from "order" o
        where ${isOpenOrderOf('o', { phone: sql`judged.phone`, eventId: sql`judged.event_id` })}
          and o.id <> judged.id
      ) as open_id
    from judged order by seq`.execute(db)
  return rows
}
