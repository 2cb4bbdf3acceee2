import { sql } from 'kysely'
import { feeTerms, priceSteps, saleStop } from '../../events/sales.sql.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { newId } from '../../platform/ids.ts'
import { insertingJobs } from '../../platform/jobs/jobs.sql.ts'
import { nudgeAfterCommit, queueJob } from '../../platform/jobs/jobs.ts'
import { type CountedKey, countingKeys } from '../../platform/limits/limits.sql.ts'
import { hasPaidLately } from '../address-record.sql.ts'
import { orderPlaced } from '../jobs.ts'
import { isHeld, isOpenOrderOf, isPaymentOpen } from '../open-orders.sql.ts'
import type { PhoneOfEvent } from '../phone-cap.sql.ts'
import { idsOf, stockColumns } from '../stock.sql.ts'
import type { OrderRow } from './order-row.ts'
import type { OrderFacts, OrderTerms, Placement } from './order-verdicts.ts'

type ReadFacts = Omit<OrderFacts, 'addressHolds' | 'unprovenHolds' | 'phoneTickets'>

type KnownOrder = Pick<
  OrderRow,
  'id' | 'phone' | 'event_id' | 'client_network' | 'client_prefix'
> & { lines: readonly { ticket_type_id: string }[] }

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
  const key = { phone: sql`w.phone`, eventId: sql`w.event_id` }
  // Arrays and the lateral join make PostgreSQL use an index: it expects 100 rows of JSON and might
  // read whole tables. Array parameters instead of JSON would be planned again each time.
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
          select ${stockColumns()}, sale_from, sale_until, ${priceSteps} as steps
          from ticket_type t where id = any(array(${idsOf(typeIds)}))
        ) t
      ) as types, (
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
                select l.ticket_type_id, l.quantity, array(${limitsOfLine}) as limit_ids
                from order_line l
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

/** The limits that count order line `l`. */
const limitsOfLine = sql<string>`
  select c.limit_id from line_limit c where c.order_line_id = l.id and c.is_counted`

/**
 * Whether the phone ever paid, or the address lately. With EXISTS, PostgreSQL might hash the whole
 * table.
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
 * The caller has locked the types and the limits, and ended the replaced orders. Returns false if
 * one of `counts` has reached its maximum since it was read.
 */
export async function insertOrders(
  tx: Tx,
  placements: readonly Placement[],
  counts: readonly CountedKey[],
  { now, holdMs, holdMaxMs }: Pick<OrderTerms, 'now' | 'holdMs' | 'holdMaxMs'>,
): Promise<boolean> {
  if (placements.length === 0) return true
  const orders = placements.map((placement) => {
    const { lines: _, proof: __, ...order } = placement.order
    const { code, amount_cents, is_unproven, paybill_until } = placement
    return { ...order, code, amount_cents, is_unproven, paybill_until }
  })
  const lines = placements.flatMap(({ order, lines }) =>
    lines.map((line, position) => ({ ...line, id: newId(), order_id: order.id, position })),
  )
  const from = (ms: number) => sql`${now}::timestamptz + ${ms} * interval '1 ms'`
  const [promptEnd, end] = [from(holdMs), from(holdMaxMs)]
  const { rows } = await sql<{ counted: number }>`
    with placed as (
      select * from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as o(id uuid, code text,
        event_id uuid, phone text, email text, amount_cents bigint, fingerprint text,
        client_network text, client_prefix text, payment_method text, language text,
        prompt_after_ms int, is_unproven boolean, paybill_until timestamptz)
    ), line as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(id uuid,
        order_id uuid, ticket_type_id uuid, position smallint, quantity int, price_cents int,
        amount_cents bigint, fee_cents bigint, limit_ids uuid[])
    ), ${countingLines}, taken as (
      update ticket_type t set held = t.held + n.quantity
      from (select ticket_type_id, sum(quantity) as quantity from line group by ticket_type_id) n
      where t.id = n.ticket_type_id
    ), new_order as (
      insert into "order" (id, code, event_id, phone, email, amount_cents, request_fingerprint,
        client_network, client_prefix, payment_method, language, created_at, updated_at)
      select id, code, event_id, phone, email, amount_cents, fingerprint, client_network, client_prefix,
        payment_method, language, ${now}, ${now}
      from placed
    ), new_line as (
      insert into order_line (id, order_id, ticket_type_id, position, quantity, price_cents,
        amount_cents, fee_cents)
      select id, order_id, ticket_type_id, position, quantity, price_cents, amount_cents, fee_cents
      from line
    ), new_hold as (
      insert into hold (order_id, expires_at, ends_at, paybill_until, is_unproven, updated_at)
      select id, coalesce(paybill_until, ${promptEnd}), coalesce(paybill_until, ${end}),
        paybill_until, is_unproven, ${now}
      from placed
    ), new_event as (
      insert into order_event (order_id, from_state, to_state, cause, at)
      select id, null, 'pending', 'placed', ${now} from placed
    ), new_job as (${insertingJobs(
      orderPlaced,
      sql`select jsonb_build_object('orderId', id, 'attempt', 1) as payload from placed
        where payment_method = 'prompt' and prompt_after_ms = 0`,
    )}), counted as (${countingKeys(counts, now)})
    select (select count(*) from counted)::int as counted`.execute(tx)
  nudgeAfterCommit(orderPlaced.lane)
  await queueDelayed(tx, orders)
  return rows[0]!.counted === counts.length
}

/** CTEs: hold the tickets of `line` in the limits that count them. */
const countingLines = sql`
  link as (
    select id as order_line_id, unnest(limit_ids) as limit_id, quantity from line
  ), new_link as (
    insert into line_limit (order_line_id, limit_id) select order_line_id, limit_id from link
  ), limited as (
    update sale_limit s set held = s.held + n.quantity
    from (select limit_id, sum(quantity) as quantity from link group by limit_id) n
    where s.id = n.limit_id
  )`

type Delayed = Pick<OrderRow, 'id' | 'payment_method' | 'prompt_after_ms'>

async function queueDelayed(tx: Tx, orders: readonly Delayed[]): Promise<void> {
  for (const { id, payment_method, prompt_after_ms } of orders) {
    if (payment_method !== 'prompt' || prompt_after_ms === 0) continue
    await queueJob(tx, orderPlaced, { orderId: id, attempt: 1 }, prompt_after_ms)
  }
}
