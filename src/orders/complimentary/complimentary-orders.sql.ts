import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import { insertingJobs } from '../../platform/jobs/jobs.sql.ts'
import { nudgeAfterCommit } from '../../platform/jobs/jobs.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { orderPaid } from '../jobs.ts'
import type { TicketStock } from '../stock.rules.ts'
import { type SoldPart, stockColumns } from '../stock.sql.ts'

export type ComplimentaryOrder = {
  id: string
  event_id: string
  /** The phone number in its stored form: 2547… or 2541…. */
  phone: string
  language: Language
  ticket_type_id: string
  quantity: number
}

/** Whether order `o` is complimentary and was not revoked. */
export const isComplimentary: RawBuilder<boolean> = sql<boolean>`(o.payment_method = 'complimentary'
  and o.state in ('paid', 'issued'))`

/**
 * Inserts complimentary orders. With `fromAside`, their tickets were set aside before, and so
 * already count as sold. The caller has locked the types and pools.
 */
export async function insertComplimentary(
  tx: Tx,
  orders: readonly (ComplimentaryOrder & { code: string; line_id: string })[],
  { now, fromAside }: { now: Date; fromAside: boolean },
): Promise<void> {
  await sql`
    with complimentary as (
      select * from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as g(id uuid, code text,
        line_id uuid, event_id uuid, phone text, language text, ticket_type_id uuid, quantity int)
    ), taken as (
      update ticket_type t set sold = t.sold + n.quantity,
        first_sold_at = coalesce(t.first_sold_at, ${now})
      from (
        select ticket_type_id, sum(quantity)::int as quantity from complimentary group by ticket_type_id
      ) n where t.id = n.ticket_type_id and not ${fromAside}
    ), link as (
      select c.line_id, c.quantity, t.pool_id from complimentary c
        join ticket_type t on t.id = c.ticket_type_id where t.pool_id is not null
    ), new_link as (
      insert into line_limit (order_line_id, limit_id) select line_id, pool_id from link
    ), pooled as (
      update sale_limit s set sold = s.sold + n.quantity
      from (select pool_id, sum(quantity)::int as quantity from link group by pool_id) n
      where s.id = n.pool_id and not ${fromAside}
    ), new_order as (
      insert into "order" (id, code, event_id, state, phone, amount_cents, request_fingerprint,
        payment_method, language, created_at, updated_at)
      select id, code, event_id, 'paid', phone, 0, '', 'complimentary', language, ${now}, ${now} from complimentary
    ), new_line as (
      insert into order_line (id, order_id, ticket_type_id, position, quantity, price_cents,
        amount_cents)
      select line_id, id, ticket_type_id, 0, quantity, 0, 0 from complimentary
    ), new_hold as (
      insert into hold (order_id, state, expires_at, ends_at, updated_at)
      select id, 'sold', ${now}, ${now}, ${now} from complimentary
    ), new_event as (
      insert into order_event (order_id, from_state, to_state, cause, at)
      select id, null, 'paid', 'complimentary', ${now} from complimentary
    ), awaiting as (
      insert into order_awaiting_tickets (order_id, paid_at) select id, ${now} from complimentary
    )
    ${insertingJobs(
      orderPaid,
      sql`select jsonb_build_object('orderId', id) as payload from complimentary`,
    )}`.execute(tx)
  nudgeAfterCommit(orderPaid.lane)
}

/** All tickets of a complimentary order, because such an order is only revoked as a whole. */
export async function selectComplimentaryLines(tx: Tx, orderId: string): Promise<SoldPart[]> {
  const { rows } = await sql<SoldPart>`
    select id as "lineId", quantity, 0 as "amountCents" from order_line
    where order_id = ${orderId}`.execute(tx)
  return rows
}

export async function selectTypeIds(tx: Tx, eventId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('ticket_type')
    .select('id')
    .where('event_id', '=', eventId)
    .execute()
  return rows.map(({ id }) => id)
}

export async function selectStock(tx: Tx, ids: readonly string[]): Promise<TicketStock[]> {
  const { rows } = await sql<TicketStock>`
    select ${stockColumns()} from ticket_type t where id = any(${ids}::uuid[]) order by id`.execute(
    tx,
  )
  return rows
}

export async function selectPoolIds(tx: Tx, typeIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ pool_id: string }>`
    select distinct pool_id from ticket_type
    where id = any(${typeIds}::uuid[]) and pool_id is not null`.execute(tx)
  return rows.map(({ pool_id }) => pool_id)
}

/**
 * Sets tickets aside. They count as sold in their type and its pool. A negative count puts tickets
 * back on sale. The caller has locked the type and the pool.
 */
export async function moveAside(tx: Tx, typeId: string, count: number, now: Date): Promise<void> {
  await sql`
    with pooled as (
      update sale_limit set sold = sold + ${count}
      where id = (select pool_id from ticket_type where id = ${typeId})
    )
    update ticket_type set sold = sold + ${count},
      first_sold_at = coalesce(first_sold_at, ${now}) where id = ${typeId}`.execute(tx)
}
