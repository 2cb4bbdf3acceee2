import { type RawBuilder, sql } from 'kysely'
import { latestDate } from '../events/event-change.sql.ts'
import { isUpcoming } from '../events/sales.sql.ts'
import type { ReportKeys } from '../payments/callbacks/raw-reports.sql.ts'
import { mayBePayer, payerForms } from '../payments/payer.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'

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
export const ordersNaming = (phone: string): RawBuilder<{ id: string }> => sql`
  ${ordersWith(phone)}
  union select order_id from payment where payer = any(${payerForms(phone)})
  union select order_id from refund where phone = ${phone} and order_id is not null`

export async function selectOrdersNaming(db: Db, phone: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${ordersNaming(phone)}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Locks the orders that name a phone. Payments, refunds and check-ins first lock their order, too,
 * so each of them runs either before or after the caller's transaction.
 */
export async function lockOrdersNaming(tx: Tx, phone: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o where o.id in (${ordersNaming(phone)})
    order by o.id for no key update of o`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * The time after an order's last change in which money may still come in for the order: M-Pesa's
 * list covers 48 hours.
 */
const LATE_MS = 48 * 3600_000

type Named = { phone: string; orderIds: readonly string[]; now: Date }

/** Whether a refund of order `o` may go to this phone: the buyer's, a payer's, or the refund's own. */
const isPayer = (phone: string): RawBuilder<boolean> => sql`(o.phone = ${phone}
  or exists (select from payment p where p.order_id = o.id
    and (p.phone = ${phone} or p.payer = any(${payerForms(phone)})))
  or exists (select from refund r where r.order_id = o.id and r.phone = ${phone}))`

type StillOpen = 'order_open' | 'refund_open' | 'ticket_upcoming'

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
          and o.payment_method <> 'free'
        or exists (select from hold h where h.order_id = o.id and h.state = 'held')
        or exists (select from payment p where p.order_id = o.id and p.open_status is not null)
        or o.state = 'paid')
    )
    union all
    select 'refund_open' where exists (
      select from "order" o join event e on e.id = o.event_id
      where o.id = any(${ids}::uuid[]) and ${isPayer(phone)} and (o.state = 'refund_due'
        or e.cancelled_at is not null and o.state = 'issued'
        or exists (select from refund r where r.order_id = o.id and r.state <> 'done')
        or exists (select from payment p where p.order_id = o.id
          and p.use in ('refund_due', 'suspense')))
    ) or exists (
      select from unmatched_receipt s
      where s.msisdn = any(${payerForms(phone)}) and s.state in ('open', 'refund_due')
    )
    union all
    select 'ticket_upcoming' where exists (
      select from "order" o join event e on e.id = o.event_id
      where o.id = any(${ids}::uuid[]) and o.state = 'issued'
        and ${isUpcoming(now)}
    )`.execute(tx)
  return rows[0]?.why ?? null
}

/** The email addresses in the orders that this phone bought, without orders of other buyers. */
export async function selectOwnEmails(tx: Tx, { phone, orderIds }: Omit<Named, 'now'>) {
  const { rows } = await sql<{ email: string }>`
    select distinct o.email from "order" o
    where o.id = any(${orderIds}::uuid[]) and o.phone = ${phone} and o.email is not null`.execute(
    tx,
  )
  return rows.map(({ email }) => email)
}

/**
 * Locks an event whose orders are past their term, and returns its id; undefined if there is none.
 * The event's date, its previous dates and its payments are earlier than `before`. Skips events
 * that another transaction has locked.
 */
export async function lockPastEvent(tx: Tx, before: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select e.id from event e
    where e.sales_forgotten_at is null and e.date < ${nairobiDate(before)}::date
      and ${latestDate()} < ${nairobiDate(before)}::date
      and not exists (select from "order" o where o.event_id = e.id and o.paid_at >= ${before})
    order by e.id limit 1 for no key update of e skip locked`.execute(tx)
  return rows[0]?.id
}

/** Locks the first `count` orders of an event whose ids are above `after`, by id. */
export async function lockOrdersOf(
  tx: Tx,
  { eventId, after, count }: { eventId: string; after: string; count: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o where o.event_id = ${eventId} and o.id > ${after}::uuid
    order by o.id limit ${count} for no key update of o`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Whether the shop stores anything about a phone. Searches only indexed columns and small tables.
 */
export async function isPhoneStored(db: Db, phone: string): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (${ordersWith(phone)})
      or exists (select from unmatched_receipt where msisdn = any(${payerForms(phone)}))
      or exists (select from message where recipient = ${phone})
      or exists (select from delivery_report where recipient = ${phone})
      or exists (select from ussd_session where phone = ${phone})
      or exists (select from invitation where phone = ${phone})
      or exists (select from seller where phone = ${phone})
      or exists (select from account where phone = ${phone})
      or exists (select from sms_opt_out where phone = ${phone}) as is_known`.execute(db)
  return rows[0]!.is_known
}

type PaidPayment = {
  id: string
  token: string | null
  payer: string | null
  receipt: string | null
}

/** The keys of M-Pesa's raw reports about a phone, and the receipts of its payments. */
type PersonKeys = ReportKeys & { receipts: readonly string[] }

/**
 * Returns the keys of the raw reports about a phone. A payment with a masked payer's number counts
 * as the phone's if the visible digits fit.
 */
export async function selectReportKeys(
  db: Db,
  { phone, orderIds }: Omit<Named, 'now'>,
): Promise<PersonKeys> {
  const forms = payerForms(phone)
  const { rows } = await sql<PaidPayment>`
    select p.id, case when p.phone = ${phone} then p.callback_token end as token, p.payer,
      p.mpesa_receipt as receipt
    from payment p where p.order_id = any(${orderIds}::uuid[])
      and (p.phone = ${phone} or p.payer = any(${forms}))`.execute(db)
  const paid = rows.filter(({ payer }) => mayBePayer(phone, payer ?? ''))
  const ids = paid.map(({ id }) => id)
  const { rows: others } = await sql<{ token: string | null; receipt: string | null }>`
    select token, null as receipt from receipt_check where payment_id = any(${ids}::uuid[])
    union all
    select t.token, r.receipt from refund r
      left join outgoing_attempt a on a.subject_id = r.id
      left join lateral (values (a.token), (a.timeout_token)) t (token) on true
    where r.phone = ${phone} or r.payment_id = any(${ids}::uuid[])
    union all
    select null, receipt from unmatched_receipt where msisdn = any(${forms})`.execute(db)
  const receipts = [...paid, ...others].flatMap(({ receipt }) => receipt ?? [])
  return {
    tokens: [...rows, ...others].flatMap(({ token }) => token ?? []),
    terms: [...forms, `0${phone.slice(3)}`, phone.slice(3), ...receipts],
    receipts,
  }
}
