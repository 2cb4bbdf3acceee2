import { type RawBuilder, sql } from 'kysely'
import { lastEndedDay } from '../events/sales.rules.ts'
import type { Db, Tx } from '../platform/database/db.ts'

/** The ids of the orders that name a phone in an indexed column. */
const ordersWith = (phone: string): RawBuilder<{ id: string }> => sql`
  select id from "order" where phone = ${phone}
  union select id from "order" where recipient_phone = ${phone}
  union select id from "order" where client_network = ${phone}
  union select order_id from payment where phone = ${phone}
  union select order_id from ticket where holder_phone = ${phone}`

/**
 * The ids of all orders that name a phone. Reads all payments, so call it only for a phone whose
 * owner was identified (`Proof`).
 */
const ordersNaming = (phone: string): RawBuilder<{ id: string }> => sql`
  ${ordersWith(phone)}
  union select order_id from payment where payer = ${phone}
  union select order_id from refund where phone = ${phone} and order_id is not null`

/**
 * Locks the orders that name a phone. Payments, refunds and check-ins lock their order first, too,
 * so each of them runs before or after the caller's transaction, never in between.
 */
export async function lockOrdersNaming(tx: Tx, phone: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o where o.id in (${ordersNaming(phone)})
    order by o.id for no key update of o`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Money may still come in for an order until this time after the order's last change: M-Pesa's list
 * covers 48 hours.
 */
const LATE_MS = 48 * 3600_000

type Named = { phone: string; orderIds: readonly string[]; now: Date }

export type StillOpen = 'order_open' | 'refund_open' | 'ticket_upcoming'

/**
 * Why the data of a phone is still needed. Null if the data may be erased. The caller has locked
 * the orders.
 */
export async function selectStillOpen(tx: Tx, named: Named): Promise<StillOpen | null> {
  const { phone, orderIds: ids, now } = named
  const { rows } = await sql<{ why: StillOpen }>`
    select 'order_open' as why where exists (
      select from "order" o where o.id = any(${ids}::uuid[]) and (
        o.is_open or o.updated_at > ${new Date(now.getTime() - LATE_MS)} and o.paid_at is null
        or exists (select from hold h where h.order_id = o.id and h.state = 'held')
        or exists (select from payment p where p.order_id = o.id and p.open_status is not null)
        or o.state = 'paid')
    )
    union all
    select 'refund_open' where exists (
      select from "order" o join event e on e.id = o.event_id
      where o.id = any(${ids}::uuid[]) and (o.state = 'refund_due'
        or e.cancelled_at is not null and o.state = 'issued'
        or exists (select from refund r where r.order_id = o.id and r.state <> 'done')
        or exists (select from payment p where p.order_id = o.id
          and p.use in ('refund_due', 'suspense')))
    ) or exists (
      select from unmatched_receipt s where s.msisdn = ${phone} and s.state in ('open', 'refund_due')
    )
    union all
    select 'ticket_upcoming' where exists (
      select from "order" o join event e on e.id = o.event_id
      where o.id = any(${ids}::uuid[]) and o.state = 'issued'
        and e.date > ${lastEndedDay(now.getTime())}::date
    )`.execute(tx)
  return rows[0]?.why ?? null
}

/**
 * The other phone numbers and email addresses in these orders. Counts only orders in which the
 * phone is the buyer's or the recipient's.
 */
export async function selectOtherContacts(tx: Tx, { phone, orderIds }: Omit<Named, 'now'>) {
  const { rows } = await sql<{ contact: string }>`
    select distinct c.contact from "order" o,
      lateral (values (o.phone), (o.recipient_phone), (o.email)) as c(contact)
    where o.id = any(${orderIds}::uuid[]) and (o.phone = ${phone} or o.recipient_phone = ${phone})
      and c.contact <> ${phone}`.execute(tx)
  return rows.map(({ contact }) => contact)
}

/**
 * Finds the first day with an event, not earlier than `from` and earlier than `before`; null if
 * there is none. Locks up to `count` orders of this day's events: the lowest ids above `after`.
 */
export async function lockOldOrders(
  tx: Tx,
  { from, before, after, count }: { from: string; before: string; after: string; count: number },
): Promise<{ day: string | null; ids: string[] }> {
  const { rows } = await sql<{ day: string | null }>`
    select min(date)::text as day from event
    where date >= ${from}::date and date < ${before}::date`.execute(tx)
  const { day } = rows[0]!
  const { rows: orders } = await sql<{ id: string }>`
    select o.id from event e join "order" o on o.event_id = e.id
    where e.date = ${day}::date and o.id > ${after}::uuid
    order by o.id limit ${count} for no key update of o`.execute(tx)
  return { day, ids: orders.map(({ id }) => id) }
}

/**
 * Whether the shop holds anything about a phone. Searches only indexed columns and small tables.
 */
export async function isHeld(db: Db, phone: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (${ordersWith(phone)})
      or exists (select from message where recipient = ${phone})
      or exists (select from delivery_report where recipient = ${phone})
      or exists (select from ussd_session where phone = ${phone})
      or exists (select from invitation where phone = ${phone})
      or exists (select from account where phone = ${phone})
      or exists (select from sms_opt_out where phone = ${phone}) as held`.execute(db)
  return rows[0]!.held
}

/** All rows that the shop holds about a phone, by table. */
export async function selectHeld(db: Db, phone: string): Promise<Record<string, unknown[]>> {
  const ofOrders = sql`order_id in (${ordersNaming(phone)})`
  const all = (rows: RawBuilder<unknown>) =>
    sql`(select coalesce(jsonb_agg(r), '[]') from (${rows}) r)`
  const { rows } = await sql<Record<string, unknown[]>>`
    select ${all(sql`
        select o.code, e.title as event, e.date, o.state, o.phone, o.recipient_phone, o.email,
          o.amount_cents / 100.0 as amount_kes, o.payment_method, o.language, o.created_at, o.paid_at,
          g.guest
        from "order" o join event e on e.id = o.event_id
          left join given_order g on g.order_id = o.id
        where o.id in (${ordersNaming(phone)}) and ${phone} in (o.phone, o.recipient_phone)
        order by o.created_at`)} as orders,
      ${all(sql`
        select o.code as "order", p.phone, p.payer, p.amount_cents / 100.0 as amount_kes, p.state,
          p.mpesa_receipt, p.created_at, p.confirmed_at
        from payment p join "order" o on o.id = p.order_id
        where p.${ofOrders} and ${phone} in (p.phone, p.payer) order by p.created_at`)} as payments,
      ${all(sql`
        select r.phone, r.amount_cents / 100.0 as amount_kes, r.state, r.reason, r.words, r.receipt,
          r.created_at, r.done_at
        from refund r where r.phone = ${phone} order by r.created_at`)} as refunds,
      ${all(sql`
        select s.receipt, s.amount_cents / 100.0 as amount_kes, s.account_reference, s.paid_at, s.state
        from unmatched_receipt s where s.msisdn = ${phone}`)} as payments_without_an_order,
      ${all(sql`
        select k.number, o.code as "order", e.title as event, t.name as type, k.admits, k.state,
          k.holder_phone as sent_to, coalesce((
            select jsonb_agg(jsonb_build_object('at', c.at, 'kind', c.kind, 'result', c.result,
              'gate', g.name) order by c.at)
            from check_in c left join gate g on g.id = c.gate_id where c.ticket_id = k.id
          ), '[]') as check_ins
        from ticket k join "order" o on o.id = k.order_id join event e on e.id = k.event_id
          join ticket_type t on t.id = k.ticket_type_id
        where k.${ofOrders} and (k.holder_phone = ${phone}
          or k.sent_from is null and ${phone} in (o.phone, o.recipient_phone))`)} as tickets,
      ${all(sql`
        select m.channel, m.body, m.state, m.created_at, m.sent_at from message m
        where m.recipient = ${phone} order by m.created_at`)} as messages,
      ${all(sql`
        select d.status, d.failure_reason, d.received_at from delivery_report d
        where d.recipient = ${phone} order by d.id`)} as delivery_reports,
      ${all(sql`
        select s.dialled, s.created_at, coalesce((
            select jsonb_agg(jsonb_build_object('typed', t.typed, 'screen', t.answer, 'at', t.at)
              order by t.at) from ussd_turn t where t.session_id = s.id
          ), '[]') as turns
        from ussd_session s where s.phone = ${phone} order by s.created_at`)} as dialled_sessions,
      ${all(sql`
        select p.admits, t.state, t.created_at from ticket_transfer_part p
          join ticket_transfer t on t.id = p.transfer_id where p.phone = ${phone}`)} as transfers,
      ${all(sql`
        select i.role, e.title as event, i.created_at, i.ended_at from invitation i
          left join event e on e.id = i.event_id
        where i.phone = ${phone} order by i.created_at`)} as invitations,
      ${all(sql`
        select a.phone, 'SMS about events' as used_for from account a where a.phone = ${phone}`)} as accounts,
      ${all(sql`select at from sms_opt_out where phone = ${phone}`)} as sms_opt_out`.execute(db)
  return rows[0]!
}
