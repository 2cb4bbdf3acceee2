import { type RawBuilder, sql } from 'kysely'
import { codeColumns, feeTerms, priceSteps, saleStop } from '../../events/sales.sql.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { insertingJobs } from '../../platform/jobs/jobs.sql.ts'
import { nudgeAfterCommit, queueJob } from '../../platform/jobs/jobs.ts'
import { type CountedKey, countingKeys } from '../../platform/limits/limits.sql.ts'
import { hasPaidLately } from '../address-record.sql.ts'
import { orderPlaced } from '../jobs.ts'
import { type OrderSource, UTM_NAMES } from '../new-order.rules.ts'
import { isHeld, isOpenOrderOf, isPaymentOpen } from '../open-orders.sql.ts'
import type { PhoneOfEvent } from '../phone-cap.sql.ts'
import { idsOf, stockColumns } from '../stock.sql.ts'
import type { OrderFacts, OrderTerms, Placement } from './order-facts.ts'
import { isFreeOrder, type OrderRow } from './order-row.ts'

type ReadFacts = Omit<
  OrderFacts,
  'addressHolds' | 'unprovenHolds' | 'phoneTickets' | 'entryPhones' | 'freeTickets' | 'codeTickets'
>

type KnownOrder = Pick<
  OrderRow,
  'id' | 'phone' | 'event_id' | 'client_network' | 'client_prefix' | 'promo_code'
> & { source?: OrderSource; lines: readonly { ticket_type_id: string }[] }

/** Reads all facts in one statement, except tickets counted per address and per phone. */
export async function selectOrderFacts(
  db: Db,
  orders: readonly KnownOrder[],
  now: Date,
): Promise<ReadFacts> {
  const keys = orders.map(({ id, phone, event_id, client_network, client_prefix }) => {
    return { id, phone, event_id, client_network, client_prefix }
  })
  const typeIds = orders.flatMap(({ lines }) => lines.map((line) => line.ticket_type_id))
  const eventIds = orders.map(({ event_id }) => event_id)
  const codes = orders.flatMap(({ event_id, promo_code }) =>
    promo_code ? [{ event_id, ...promo_code }] : [],
  )
  const sellers = orders.flatMap(({ event_id, source }) =>
    typeof source?.seller === 'number' ? [{ event_id, number: source.seller }] : [],
  )
  const key = { phone: sql`w.phone`, eventId: sql`w.event_id` }
  // PostgreSQL expects 100 rows of JSON and might read whole tables. With arrays and the lateral
  // join it uses an index. Array parameters instead of JSON would be planned again each time.
  const { rows } = await sql<ReadFacts>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) 
        as w(id uuid, phone text, event_id uuid, client_network text, client_prefix text)
    )
    select (
        select coalesce(jsonb_agg(e), '[]') from (
          select e.id, e.title, ${saleStop(now)} as stop, e.max_per_phone, ${feeTerms} as fee from event e
          where e.id = any(array(${idsOf(eventIds)}))
        ) e
      ) as events, (
        select coalesce(jsonb_agg(t), '[]') from (
          select ${stockColumns()}, sale_from, sale_until, is_free, is_hidden, sold_at_door,
            lowest_cents, highest_cents, ${priceSteps} as steps
          from ticket_type t where id = any(array(${idsOf(typeIds)}))
        ) t
      ) as types, ${codes.length > 0 ? wantedCodes(codes) : sql`'[]'::jsonb`} as codes,
      ${codes.length + sellers.length > 0 ? wantedSellers(codes, sellers) : sql`'[]'::jsonb`} as sellers, (
        select coalesce(jsonb_agg(o), '[]') from (
          select id, request_fingerprint as fingerprint from "order"
          where id = any(array(select id from wanted))
        ) o
      ) as known, (
        select coalesce(jsonb_agg(o), '[]') from wanted w cross join lateral (
          select o.id, o.phone, o.event_id, o.client_network, o.client_prefix, o.attempt,
            o.payment_method, h.is_unproven, ${isPaymentOpen('o')} as is_paying,
            extract(epoch from h.expires_at - ${now}::timestamptz) * 1000 as held_ms, (
              select coalesce(jsonb_agg(l), '[]') from (
                select l.ticket_type_id, l.quantity, t.kind, array(${limitsOfLine}) as limit_ids
                from order_line l join ticket_type t on t.id = l.ticket_type_id
                where l.order_id = o.id and ${isHeld('h')}
              ) l
            ) as lines
          from "order" o join hold h on h.order_id = o.id
          where ${isOpenOrderOf('o', key)} limit 1
        ) o
      ) as open, (
        select coalesce(jsonb_agg(w.id), '[]') from wanted w where ${hasPaid(now)}
      ) as proven`.execute(db)
  return rows[0]!
}

type CodeKey = { event_id: string; id?: string; fold?: string; digits?: string }

/** The ids of the promo codes with these keys that their organizers have not ended. */
const codeIds = (codes: readonly CodeKey[]) => sql`
  select c.id from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb)
      as k(event_id uuid, id uuid, fold text, digits text)
    join promo_code c on c.event_id = k.event_id and c.ended_at is null
      and (c.id = k.id or c.code_fold = k.fold or c.digits = k.digits)`

const wantedCodes = (codes: readonly CodeKey[]) => sql`(
  select coalesce(jsonb_agg(p), '[]') from (
    select ${codeColumns} from promo_code c join sale_limit l on l.id = c.id
    where c.id = any(array(${codeIds(codes)}))
  ) p
)`

const wantedSellers = (
  codes: readonly CodeKey[],
  numbers: readonly { event_id: string; number: number }[],
) => sql`(
  select coalesce(jsonb_agg(s), '[]') from (
    select id, event_id, number, phone, basis_points, per_ticket_cents from seller
    where ended_at is null and (
      id = any(array(select seller_id from promo_code where id = any(array(${codeIds(codes)}))))
      or (event_id, number) in (
        select event_id, number from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb)
          as n(event_id uuid, number smallint)))
  ) s
)`

/** The limits that count order line `l`. */
const limitsOfLine = sql<string>`
  select c.limit_id from line_limit c where c.order_line_id = l.id and c.is_counted`

/**
 * Whether the phone has ever paid, or the address has paid lately. Uses scalar subqueries, because
 * with EXISTS PostgreSQL might hash the whole table.
 */
const hasPaid = (now: Date) => sql<boolean>`(
  (select true from "order" o where o.phone = w.phone and o.paid_at is not null limit 1)
  or ${hasPaidLately('client_network', now)} or ${hasPaidLately('client_prefix', now)})`

export async function selectOpenOrder(db: Db, of: PhoneOfEvent): Promise<string | null> {
  const its = { phone: sql`${of.phone}`, eventId: sql`${of.event_id}::uuid` }
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o where ${isOpenOrderOf('o', its)} limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Inserts orders. Takes their tickets from the stock: as sold for free orders, otherwise as held.
 * The caller has locked the types and the limits, has ended the replaced orders, and records the
 * sale of free orders. Returns false if one of `counts` has reached its maximum since it was read.
 */
export async function insertOrders(
  tx: Tx,
  placements: readonly Placement[],
  counts: readonly CountedKey[],
  { now, holdMs, holdMaxMs }: Pick<OrderTerms, 'now' | 'holdMs' | 'holdMaxMs'>,
): Promise<boolean> {
  if (placements.length === 0) return true
  const orders = placements.map(toRow)
  const lines = placements.flatMap(toLineRows)
  const from = (ms: number) => sql`${now}::timestamptz + ${ms} * interval '1 ms'`
  const [promptEnd, end] = [from(holdMs), from(holdMaxMs)]
  const { rows } = await sql<{ counted: number }>`
    with placed as (
      select * from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as o(id uuid, code text,
        event_id uuid, phone text, email text, amount_cents bigint, fingerprint text,
        client_network text, client_prefix text, payment_method text, language text,
        prompt_after_ms int, is_unproven boolean, is_free boolean, paybill_until timestamptz)
    ), line as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(id uuid,
        order_id uuid, ticket_type_id uuid, position smallint, quantity int, price_cents int,
        amount_cents bigint, fee_cents bigint, is_free boolean, limit_ids uuid[])
    ), ${countingLines}, taken as (
      update ticket_type t set held = t.held + n.held, sold = t.sold + n.sold,
        first_sold_at = case when n.sold > 0 then coalesce(t.first_sold_at, ${now})
          else t.first_sold_at end
      from (select ticket_type_id, ${heldAndSold} from line group by ticket_type_id) n
      where t.id = n.ticket_type_id
    ), new_order as (
      insert into "order" (id, code, event_id, state, phone, email, amount_cents, request_fingerprint,
        client_network, client_prefix, payment_method, language, created_at, updated_at)
      select id, code, event_id, ${firstState}, phone, email, amount_cents, fingerprint, client_network,
        client_prefix, payment_method, language, ${now}, ${now}
      from placed
    ), new_line as (
      insert into order_line (id, order_id, ticket_type_id, position, quantity, price_cents,
        amount_cents, fee_cents)
      select id, order_id, ticket_type_id, position, quantity, price_cents, amount_cents, fee_cents
      from line
    ), new_hold as (
      insert into hold (order_id, state, expires_at, ends_at, paybill_until, is_unproven, updated_at)
      select id, case when is_free then 'sold' else 'held' end, coalesce(paybill_until, ${promptEnd}), coalesce(paybill_until, ${end}),
        paybill_until, is_unproven, ${now}
      from placed
    ), new_event as (
      insert into order_event (order_id, from_state, to_state, cause, at)
      select id, null, ${firstState}, 'placed', ${now} from placed
    ), awaiting as (
      insert into order_awaiting_tickets (order_id, paid_at) select id, ${now} from placed where is_free
    ), ${notingSources(placements)}, new_job as (${insertingJobs(
      orderPlaced,
      sql`select jsonb_build_object('orderId', id, 'attempt', 1) as payload from placed
        where payment_method = 'prompt' and prompt_after_ms = 0`,
    )}), counted as (${countingKeys(counts, now)})
    select (select count(*) from counted)::int as counted`.execute(tx)
  nudgeAfterCommit(orderPlaced.lane)
  await queueDelayed(tx, orders)
  return rows[0]!.counted === counts.length
}

function toRow(placement: Placement) {
  const { lines: _, proof: __, source: ___, promo_code: ____, ...order } = placement.order
  const { code, amount_cents, is_unproven, paybill_until } = placement
  return { ...order, code, amount_cents, is_unproven, paybill_until, is_free: isFreeOrder(order) }
}

const toLineRows = (placement: Placement) =>
  placement.lines.map((line, position) => {
    const { id: order_id } = placement.order
    return { ...line, id: newId(), order_id, position, is_free: isFreeOrder(placement.order) }
  })

const heldAndSold = sql`coalesce(sum(quantity) filter (where not is_free), 0) as held,
  coalesce(sum(quantity) filter (where is_free), 0) as sold`

/** The state of order `placed`. */
const firstState = sql`case when is_free then 'paid' else 'pending' end`

/** CTEs: take the tickets of `line` from the limits that count them. */
const countingLines = sql`
  link as (
    select id as order_line_id, unnest(limit_ids) as limit_id, quantity, is_free from line
  ), new_link as (
    insert into line_limit (order_line_id, limit_id) select order_line_id, limit_id from link
  ), limited as (
    update sale_limit s set held = s.held + n.held, sold = s.sold + n.sold
    from (select limit_id, ${heldAndSold} from link group by limit_id) n
    where s.id = n.limit_id
  )`

/** A CTE: stores sellers and `utm_` words of orders that have them. */
function notingSources(placements: readonly Placement[]): RawBuilder<unknown> {
  const rows = placements.flatMap(({ order: { id, source }, seller }) => {
    const words = UTM_NAMES.map((name) => [`utm_${name}`, source.utm?.[name]] as const)
    const isKnown = seller !== null || words.some(([, word]) => word !== undefined)
    const { id: seller_id, ...commission } = seller ?? { basis_points: 0, per_ticket_cents: 0 }
    return isKnown ? [{ order_id: id, seller_id, ...commission, ...Object.fromEntries(words) }] : []
  })
  if (rows.length === 0) return sql`noted as (select)`
  return sql`noted as (
    insert into order_source (order_id, seller_id, basis_points, per_ticket_cents, utm_source,
      utm_medium, utm_campaign, utm_term, utm_content)
    select order_id, seller_id, basis_points, per_ticket_cents, utm_source, utm_medium,
      utm_campaign, utm_term, utm_content
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(order_id uuid, seller_id uuid,
      basis_points int, per_ticket_cents int, utm_source text, utm_medium text, utm_campaign text,
      utm_term text, utm_content text)
  )`
}

type Delayed = Pick<OrderRow, 'id' | 'payment_method' | 'prompt_after_ms'>

async function queueDelayed(tx: Tx, orders: readonly Delayed[]): Promise<void> {
  for (const { id, payment_method, prompt_after_ms } of orders) {
    if (payment_method !== 'prompt' || prompt_after_ms === 0) continue
    await queueJob(tx, orderPlaced, { orderId: id, attempt: 1 }, prompt_after_ms)
  }
}
