import { type RawBuilder, sql } from 'kysely'
import { payerForms } from '../payments/payer.ts'
import type { Db } from '../platform/database/db.ts'
import { ordersNaming } from './people.sql.ts'

// The copy of a person's data. Buyer, recipient, payer and holder of an order may be different
// people: each sees their own part, and no number, email address or order code of another.

type Part = (phone: string) => RawBuilder<unknown>

/** The column, if this phone bought order `o`; otherwise null. */
const ofBuyer = (phone: string, column: RawBuilder<unknown>) =>
  sql`case when o.phone = ${phone} then ${column} end`

/** The number in the column, if it is this phone's; otherwise null. */
const own = (phone: string, column: RawBuilder<unknown>) =>
  sql`case when ${column} = ${phone} then ${column} end`

const orders: Part = (phone) => sql`
  select ${ofBuyer(phone, sql`o.code`)} as code, e.title as event, e.date, o.state,
    ${own(phone, sql`o.phone`)} as phone, ${own(phone, sql`o.recipient_phone`)} as recipient_phone,
    ${ofBuyer(phone, sql`o.email`)} as email,
    ${ofBuyer(phone, sql`o.amount_cents / 100.0`)} as amount_kes,
    ${ofBuyer(phone, sql`o.payment_method`)} as payment_method, o.language, o.created_at,
    ${ofBuyer(phone, sql`o.paid_at`)} as paid_at, g.guest
  from "order" o join event e on e.id = o.event_id left join complimentary_order g on g.order_id = o.id
  where o.id in (${ordersNaming(phone)}) and ${phone} in (o.phone, o.recipient_phone)
  order by o.created_at`

const payments: Part = (phone) => sql`
  select o.code as "order", ${own(phone, sql`p.phone`)} as phone,
    case when p.payer = any(${payerForms(phone)}) then ${phone}::text end as payer,
    p.amount_cents / 100.0 as amount_kes, p.state, ${receiptOf(phone)} as mpesa_receipt, p.created_at,
    p.confirmed_at
  from payment p join "order" o on o.id = p.order_id
  where p.order_id in (${ordersNaming(phone)})
    and (p.phone = ${phone} or p.payer = any(${payerForms(phone)}))
  order by p.created_at`

/** The receipt of payment `p`. Null if a payer with another number received it. */
const receiptOf = (phone: string) => sql`case when p.payer = any(${payerForms(phone)})
  or p.payer is null or p.payer !~ '^([0-9]{12}|[0-9a-fA-F]{64})$' then p.mpesa_receipt end`

const refunds: Part = (phone) => sql`
  select r.phone, r.amount_cents / 100.0 as amount_kes, r.state, r.reason, r.note as words, r.receipt,
    r.created_at, r.done_at
  from refund r where r.phone = ${phone} order by r.created_at`

const strays: Part = (phone) => sql`
  select s.receipt, s.amount_cents / 100.0 as amount_kes, s.account_reference, s.paid_at, s.state
  from unmatched_receipt s where s.msisdn = any(${payerForms(phone)})`

const tickets: Part = (phone) => sql`
  select k.number, ${ofBuyer(phone, sql`o.code`)} as "order", e.title as event, t.name as type,
    k.admits, k.state, k.holder_phone as sent_to, case when ${phone} in (
        k.holder_phone, o.recipient_phone
      ) or k.sent_from is null and o.recipient_phone is null then coalesce((
      select jsonb_agg(jsonb_build_object('at', c.at, 'kind', c.kind, 'result', c.result,
        'gate', g.name) order by c.at)
      from check_in c left join gate g on g.id = c.gate_id where c.ticket_id = k.id
    ), '[]') end as check_ins
  from ticket k join "order" o on o.id = k.order_id join event e on e.id = k.event_id
    join ticket_type t on t.id = k.ticket_type_id
  where k.order_id in (${ordersNaming(phone)}) and (k.holder_phone = ${phone}
    or k.sent_from is null and ${phone} in (o.phone, o.recipient_phone))`

const answers: Part = (phone) => sql`
  select e.title as event, k.number as ticket, q.text_en as question,
    nullif(a.person, 0) as person, a.value as answer, a.at
  from answer a join question q on q.id = a.question_id join ticket k on k.id = a.ticket_id
    join "order" o on o.id = k.order_id join event e on e.id = k.event_id
  where k.order_id in (${ordersNaming(phone)}) and (k.holder_phone = ${phone}
    or k.sent_from is null and coalesce(o.recipient_phone, o.phone) = ${phone})
  order by k.number, q.position, a.person`

const messages: Part = (phone) => sql`
  select m.channel, m.body, m.state, m.created_at, m.sent_at from message m
  where m.recipient = ${phone} order by m.created_at`

const deliveryReports: Part = (phone) => sql`
  select d.status, d.failure_reason, d.received_at from delivery_report d
  where d.recipient = ${phone} order by d.id`

const dialled: Part = (phone) => sql`
  select s.dialled, s.created_at, coalesce((
      select jsonb_agg(jsonb_build_object('typed', t.typed, 'screen', t.answer, 'at', t.at)
        order by t.at) from ussd_turn t where t.session_id = s.id
    ), '[]') as turns
  from ussd_session s where s.phone = ${phone} order by s.created_at`

const transfers: Part = (phone) => sql`
  select p.admits, t.state, t.created_at from ticket_transfer_part p
    join ticket_transfer t on t.id = p.transfer_id where p.phone = ${phone}`

const invitations: Part = (phone) => sql`
  select i.role, e.title as event, i.created_at, i.ended_at from invitation i
    left join event e on e.id = i.event_id
  where i.phone = ${phone} order by i.created_at`

const sellers: Part = (phone) => sql`
  select e.title as event, s.name, s.number, s.phone, s.basis_points / 100.0 as percent,
    s.per_ticket_cents / 100.0 as kes_per_ticket, s.visits, s.created_at, s.ended_at
  from seller s join event e on e.id = s.event_id
  where s.phone = ${phone} order by s.created_at`

const accounts: Part = (phone) => sql`
  select a.phone, 'SMS about events' as used_for from account a where a.phone = ${phone}`

const optOut: Part = (phone) => sql`select at from sms_opt_out where phone = ${phone}`

/** All rows that the shop stores about a phone, by table; without M-Pesa's raw reports. */
export async function selectStored(db: Db, phone: string): Promise<Record<string, unknown[]>> {
  const all = (part: Part) => sql`(select coalesce(jsonb_agg(r), '[]') from (${part(phone)}) r)`
  const { rows } = await sql<Record<string, unknown[]>>`
    select ${all(orders)} as orders, ${all(payments)} as payments, ${all(refunds)} as refunds,
      ${all(strays)} as payments_without_an_order, ${all(tickets)} as tickets,
      ${all(answers)} as answers, ${all(messages)} as messages,
      ${all(deliveryReports)} as delivery_reports,
      ${all(dialled)} as dialled_sessions, ${all(transfers)} as transfers,
      ${all(invitations)} as invitations, ${all(sellers)} as seller_of, ${all(accounts)} as accounts,
      ${all(optOut)} as sms_opt_out`.execute(db)
  return rows[0]!
}
