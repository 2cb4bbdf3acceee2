import { sql } from 'kysely'
import type { SaleStop } from '../events/sales.rules.ts'
import { heldStart, saleStop } from '../events/sales.sql.ts'
import { isSmsOfTicket } from '../messages/messages.sql.ts'
import type { PaymentMethod } from '../orders/new-order.rules.ts'
import type { OrderState } from '../orders/order.rules.ts'
import type { PaymentState, PaymentUse } from '../payments/payment.rules.ts'
import type { Db } from '../platform/database/db.ts'
import type { NotedRefund } from '../refunds/refund-note.rules.ts'

export type OrderView = {
  id: string
  /** The order's code. Every prompt shows it as the account number. */
  code: string
  event_id: string
  event_title: string
  event_date: string
  /** HH:MM:SS */
  event_time: string
  event_last_date: string
  event_location: string
  image_key: string | null
  sale_stop: SaleStop | null
  has_other_add_ons: boolean
  has_questions: boolean
  event_cancelled: boolean
  state: OrderState
  phone: string
  /**
   * The buyer's second phone number. It pays and receives the tickets. Null if there is none.
   */
  recipient_phone: string | null
  /** Time of the last change of the order's state or number. */
  since: Date
  /** The buyer's network address, in the form in which limits count it. */
  client_network: string | null
  amount_cents: number
  payment_method: PaymentMethod
  paybill_until: Date | null
  /** True if a payment for the order was reported and is not yet in M-Pesa's list. */
  is_money_told: boolean
  attempt: number
  failure_code: string | null
  created_at: Date
  /** A value that changes whenever a waiting page could show something else. */
  mark: string
  payments: {
    attempt: number | null
    state: PaymentState
    use: PaymentUse | null
    receipt: string | null
    phone: string
    prompting_at: string | null
    /**
     * True if a callback reported a success and the payment is not yet in M-Pesa's list. `claimed`
     * stays true after the payment is in the list.
     */
    is_unverified: boolean
    claimed: boolean
  }[]
  /** True if the latest SMS of one of the buyer's tickets failed. */
  is_sms_failed: boolean
  /** The refunds, oldest first. */
  refunds: (Omit<NotedRefund, 'created_at'> & { created_at: string })[]
}

const mark = sql<string>`o.state || o.attempt || coalesce(o.recipient_phone, '') || coalesce((
  select string_agg(p.state || coalesce(p.use, '') || p.is_unverified, ',' order by p.created_at)
  from payment p where p.order_id = o.id
), '')`

export async function selectOrderViews(db: Db, ids: string[], now: Date): Promise<OrderView[]> {
  const { rows } = await sql<OrderView>`
    select o.id, o.code, o.event_id, e.title as event_title, ${heldStart}::date as event_date,
      ${heldStart}::time as event_time, e.last_date as event_last_date, e.location as event_location,
      e.image_key, o.state, o.phone, o.recipient_phone,
      o.updated_at as since, o.client_network, o.amount_cents, o.attempt,
      o.failure_code, o.created_at, ${mark} as mark,
      ${saleStop(now)} as sale_stop, e.cancelled_at is not null as event_cancelled, o.payment_method,
      o.state = 'issued' and exists (
        select from ticket_type t
        where t.event_id = o.event_id and t.kind = 'add_on' and not t.is_hidden
          and t.capacity >= t.held + t.sold + t.sold_in
          and coalesce(t.sale_from <= ${now}, true) and coalesce(t.sale_until > ${now}, true)
          and not exists (
            select from order_line l where l.order_id = o.id and l.ticket_type_id = t.id
          )
      ) as has_other_add_ons,
      o.state = 'issued' and exists (
        select from question q where q.event_id = o.event_id and q.archived_at is null
      ) as has_questions,
      (select h.paybill_until from hold h where h.order_id = o.id) as paybill_until,
      exists (
        select from unmatched_receipt s
        where s.order_id = o.id and s.is_unverified and s.state = 'open'
      ) as is_money_told,
      coalesce((
        select jsonb_agg(jsonb_build_object('attempt', p.attempt, 'state', p.state, 'use', p.use,
          'receipt', p.mpesa_receipt, 'phone', p.phone, 'prompting_at', p.prompting_at,
          'is_unverified', p.is_unverified, 'claimed', p.unverified_at is not null)
          order by p.created_at)
        from payment p where p.order_id = o.id
      ), '[]') as payments,
      o.state = 'issued' and exists (
        select from message m
          join ticket k on k.order_id = m.order_id and ${isSmsOfTicket(sql`m`, sql`k`)}
        where m.order_id = o.id and m.is_failed and m.channel = 'sms'
          and k.sent_from is null and k.state <> 'void'
          and not exists (
            select from message later where later.order_id = o.id and later.channel = 'sms'
              and ${isSmsOfTicket(sql`later`, sql`k`)}
              and (later.created_at, later.id) > (m.created_at, m.id)
          )
      ) as is_sms_failed,
      coalesce((
        select jsonb_agg(jsonb_build_object('amount_cents', r.amount_cents, 'state', r.state,
          'reason', r.reason, 'way', r.way, 'is_rest', r.is_rest, 'phone', r.phone,
          'is_cash', exists (
            select from payment p where p.id = r.payment_id and p.method = 'cash'
          ), 'receipt', r.receipt, 'created_at', r.created_at) order by r.created_at, r.id)
        from refund r where r.order_id = o.id
      ), '[]') as refunds
    from "order" o join event e on e.id = o.event_id
    -- An order without a phone was erased, and is not found.
    where o.id = any(${ids}) and o.phone is not null`.execute(db)
  return rows
}

/** The ids of orders whose mark now differs from the mark in `known`. */
export async function selectChangedOrders(
  db: Db,
  known: { ids: string[]; marks: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from unnest(${known.ids}::uuid[], ${known.marks}::text[]) k(id, mark)
    join "order" o on o.id = k.id where ${mark} <> k.mark`.execute(db)
  return rows.map(({ id }) => id)
}

export async function isOrderPlaced(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from "order" where id = ${id}`.execute(db)
  return rows.length > 0
}
