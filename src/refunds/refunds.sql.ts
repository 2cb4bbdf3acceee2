import { type RawBuilder, sql } from 'kysely'
import { whoPaid } from '../payments/payments.sql.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import { lostUntil } from '../platform/database/restored.sql.ts'
import {
  type RefundReason,
  type RefundState,
  type RefundWay,
  refundStatesBefore,
} from './refund.rules.ts'

type NewRefund = {
  id: string
  paymentId: string
  orderId: string
  eventId: string
  amountCents: number
  /** True if the refund covers the whole payment. */
  isWhole: boolean
  /** Whether the refund covers everything of the payment that has not been refunded yet. */
  isRest: boolean
  reason: RefundReason
  note?: string | undefined
  requestedBy: string | null
  /** Whether the payment was cash at the door: the organizer returns it, not M-Pesa. */
  isCash: boolean
  now: Date
}

/**
 * Inserts a due refund with its history row. Returns false if a refund already covers the rest of
 * this payment.
 */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<boolean> {
  const { id, paymentId, orderId, eventId, amountCents, isWhole, isRest } = refund
  const { reason, note = '', now } = refund
  const state = refund.isCash ? 'manual' : 'due'
  const nextAt = refund.isCash ? null : now
  const { rows } = await sql`
    with made as (
      insert into refund (id, originator_id, payment_id, order_id, event_id, phone, amount_cents, is_whole,
        is_rest, reason, note, state, requested_by, created_at, since, next_at)
      select ${id}, gen_random_uuid(), p.id, ${orderId}, ${eventId}, ${whoPaid}, ${amountCents}::bigint,
        ${isWhole}, ${isRest}, ${reason}, ${note}, ${state}, ${refund.requestedBy}::uuid,
        ${now}::timestamptz, ${now}::timestamptz, ${nextAt}::timestamptz
      from payment p where p.id = ${paymentId}
      on conflict (payment_id) where is_rest do nothing returning id
    )
    insert into refund_event (refund_id, from_state, to_state, cause, at)
    select id, null, ${state}, ${reason}, ${now} from made returning refund_id`.execute(tx)
  return rows.length === 1
}

/**
 * Inserts a refund of a receipt without an order. Returns false if the receipt already has a
 * refund.
 */
export async function insertUnmatchedRefund(
  tx: Tx,
  refund: Pick<NewRefund, 'id' | 'amountCents' | 'requestedBy' | 'now'> & {
    receipt: string
    phone: string | null
  },
): Promise<boolean> {
  const { id, receipt, phone, amountCents, requestedBy, now } = refund
  const { rows } = await sql`
    with made as (
      insert into refund (id, originator_id, unmatched_receipt, phone, amount_cents, is_whole, is_rest, reason,
        state, requested_by, created_at, since, next_at)
      values (${id}, gen_random_uuid(), ${receipt}, ${phone}, ${amountCents}, true, true, 'stray', 'due',
        ${requestedBy}, ${now}, ${now}, ${now})
      on conflict (unmatched_receipt) where unmatched_receipt is not null do nothing returning id
    )
    insert into refund_event (refund_id, from_state, to_state, cause, at)
    select id, null, 'due', 'stray', ${now} from made returning refund_id`.execute(tx)
  return rows.length === 1
}

/** Records the tickets that a refund is for, with the number of people refunded. */
export async function insertRefundTickets(
  tx: Tx,
  refundId: string,
  tickets: readonly { id: string; people: number; amountCents: number }[],
): Promise<void> {
  await tx
    .insertInto('refund_ticket')
    .values(
      tickets.map(({ id, people, amountCents }) => ({
        ticket_id: id,
        refund_id: refundId,
        admits: people,
        amount_cents: amountCents,
      })),
    )
    .execute()
}

/** A locked refund with the facts of the payment to refund. */
export type LockedRefund = {
  id: string
  /** The OriginatorConversationID for B2C, by which M-Pesa recognises a repeated request. */
  originator_id: string
  /**
   * Whether M-Pesa may have refunded the payment in the time that a restored database has lost
   * (decisions/0128).
   */
  is_perhaps_paid: boolean
  payment_id: string | null
  unmatched_receipt: string | null
  order_id: string | null
  event_id: string | null
  /** The payer's number, from M-Pesa's list or from an admin. */
  phone: string | null
  amount_cents: number
  is_whole: boolean
  is_rest: boolean
  reason: RefundReason
  state: RefundState
  way: RefundWay | null
  created_at: Date
  since: Date
  next_at: Date | null
  tries: number
  receipt: string | null
  /** The M-Pesa receipt of the payment to refund. */
  mpesa_receipt: string | null
  /** True if M-Pesa's list shows the payment. Only listed payments are refunded. */
  is_listed: boolean
  /** Whether the payment was cash at the door. */
  is_cash: boolean
  /** When we found that M-Pesa took the payment back on its own. Null if M-Pesa did not. */
  returned_at: Date | null
  /** Whether all refunds of this payment together exceed the payment's amount. */
  is_too_much: boolean
}

/** Locks the refund. Callers that need the order or the payment must lock those rows first. */
export async function lockRefund(tx: Tx, id: string): Promise<LockedRefund | undefined> {
  const { rows } = await sql<LockedRefund>`
    select r.id, r.originator_id, r.payment_id, r.unmatched_receipt, r.order_id, r.event_id, r.amount_cents,
      coalesce(${whoPaid}, r.phone) as phone, r.is_whole, r.is_rest, r.reason, r.state, r.way, r.created_at, r.since, r.next_at, r.tries, r.receipt,
      coalesce(p.mpesa_receipt, r.unmatched_receipt) as mpesa_receipt,
      coalesce(p.method = 'cash', false) as is_cash,
      coalesce(p.listed_at, s.listed_at) is not null as is_listed,
      coalesce(least(p.created_at, s.found_at) < ${lostUntil}, false) as is_perhaps_paid,
      (select found_at from payment_return v where v.payment_id = p.id) as returned_at,
      coalesce(coalesce(p.confirmed_amount_cents, p.amount_cents) < (
        select sum(other.amount_cents) from refund other where other.payment_id = p.id
      ), false) as is_too_much
    from refund r left join payment p on p.id = r.payment_id
      left join unmatched_receipt s on s.receipt = coalesce(r.unmatched_receipt, p.mpesa_receipt)
    where r.id = ${id} for no key update of r`.execute(tx)
  return rows[0]
}

/**
 * Returns the refund's id for B2C. Before the first B2C payment, derives the id from the payment's
 * receipt and the refund's position among the payment's refunds; afterwards, keeps the stored id.
 * If a restored database has lost the refund, a new refund of the payment therefore gets the same
 * id, and M-Pesa refuses to pay a second time.
 */
export async function deriveOriginator(tx: Tx, { id }: Pick<LockedRefund, 'id'>): Promise<string> {
  const { rows } = await sql<{ originator_id: string }>`
    update refund r set originator_id = case
      when exists (select from outgoing_attempt a where a.subject_id = r.id and a.kind = 'b2c')
        then r.originator_id
      else md5(concat_ws(' ', 'refund', coalesce(p.mpesa_receipt, r.unmatched_receipt), (
        select count(*) from refund o where (o.payment_id = r.payment_id or o.id = r.id)
          and (o.created_at, o.id) <= (r.created_at, r.id)
      )))::uuid end
    from refund self left join payment p on p.id = self.payment_id
    where self.id = r.id and r.id = ${id} returning r.originator_id`.execute(tx)
  return rows[0]!.originator_id
}

type RefundChange = {
  cause: string
  now: Date
  /** When a job acts on the refund again; null for manual review. */
  nextAt: Date | null
  way?: RefundWay
  /** The number that the refund goes to, if it is known. */
  phone?: string | null
  failureCode?: string | null
  receipt?: string | null
  isTry?: boolean
  /**
   * True if M-Pesa reported for certain that nothing was paid. The next attempt then gets a new id,
   * derived from the previous id.
   */
  isAnew?: boolean
}

/**
 * Changes the state, if the change is allowed, and writes a row of history. Returns false if the
 * refund was in another state.
 */
export async function changeRefundState(
  tx: Tx,
  id: string,
  to: RefundState,
  change: RefundChange,
): Promise<boolean> {
  const { now, cause, nextAt } = change
  const { rows } = await sql`
    with old as (select id, state from refund where id = ${id} for no key update),
    changed as (
      update refund r set state = ${to}, since = ${now}, next_at = ${nextAt},
        way = coalesce(${change.way ?? null}, r.way),
        phone = coalesce(${change.phone ?? null}, r.phone),
        failure_code = ${change.failureCode ?? null},
        receipt = coalesce(${change.receipt ?? null}, r.receipt),
        tries = r.tries + ${change.isTry ? 1 : 0},
        originator_id = case when ${change.isAnew ?? false} then md5(r.originator_id::text)::uuid
          else r.originator_id end,
        done_at = case when ${to} = 'done' then ${now}::timestamptz end
      from old where r.id = old.id and old.state = any(${refundStatesBefore(to)})
      returning r.id, old.state as from_state
    )
    insert into refund_event (refund_id, from_state, to_state, cause, at)
    select id, from_state, ${to}, ${cause}, ${now} from changed returning refund_id`.execute(tx)
  return rows.length === 1
}

/**
 * Sets the number of an unknown payer. Returns false if the payer is known, or if the refund no
 * longer needs manual review.
 */
export async function setPayer(tx: Tx, id: string, phone: string): Promise<boolean> {
  const { rows } = await sql`update refund set phone = ${phone}
    where id = ${id} and phone is null and state = 'manual' returning id`.execute(tx)
  return rows.length === 1
}

export async function setNextLook(tx: Tx, id: string, nextAt: Date, isTry = false): Promise<void> {
  await sql`update refund set next_at = ${nextAt}, tries = tries + ${isTry ? 1 : 0}
    where id = ${id}`.execute(tx)
}

/** Sets the amount that M-Pesa charged us for the refund. */
export async function setCharge(tx: Tx, id: string, cents: number): Promise<void> {
  await sql`update refund set charge_cents = ${cents} where id = ${id}`.execute(tx)
}

const isRefundDue = (now: Date) => sql<boolean>`next_at <= ${now}`

export const areRefundsDue = (now: Date): RawBuilder<boolean> =>
  sql`exists (select from refund where ${isRefundDue(now)})`

/**
 * Returns refunds whose next time has come, oldest first. Moves their next time to `until`, so that
 * two processes never get the same refund.
 */
export async function takeRefundsDue(
  tx: Tx,
  {
    now,
    until,
    states,
    count,
  }: { now: Date; until: Date; states: readonly RefundState[]; count: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with due as (
      select id from refund where ${isRefundDue(now)} and state = any(${states})
      order by next_at limit ${count} for no key update skip locked
    )
    update refund r set next_at = ${until} from due where r.id = due.id
    returning r.id`.execute(tx)
  return rows.map((row) => row.id)
}

/** The total in cents of refunds that are due or on their way, or whose result is unknown. */
export async function sumRefundsOwed(db: Db): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents
    from refund where state in ('due', 'sending', 'sent', 'unknown')`.execute(db)
  return rows[0]!.cents
}

type OwedPayment = {
  id: string
  order_id: string
  event_id: string
  taken_cents: number
  amount_cents: number
  cause: string
}

/**
 * Returns a payment that is due back, with the cause. Undefined if the payment is not due back, or
 * already has a refund.
 */
export async function selectOwed(tx: Tx, paymentId: string): Promise<OwedPayment | undefined> {
  const { rows } = await sql<OwedPayment>`
    select p.id, p.order_id, o.event_id,
      coalesce(p.confirmed_amount_cents, p.amount_cents) as taken_cents,
      coalesce((owed.detail->>'amount_cents')::bigint, p.confirmed_amount_cents, p.amount_cents)
        as amount_cents, coalesce(owed.cause, 'other') as cause
    from payment p join "order" o on o.id = p.order_id left join lateral (
      select cause, detail from payment_event
      where payment_id = p.id and use = 'refund_due' order by id desc limit 1
    ) owed on true
    where p.id = ${paymentId} and p.use = 'refund_due'
      and not exists (select from refund r where r.payment_id = p.id and r.is_rest)`.execute(tx)
  return rows[0]
}

const forgotten = (before: Date) => sql<{ id: string }>`
  select p.id from payment p
  where p.use = 'refund_due' and p.updated_at < ${before} and not exists (
    select from refund r where r.payment_id = p.id and r.is_rest
  )`

export const areForgotten = (before: Date): RawBuilder<boolean> =>
  sql`exists (${forgotten(before)})`

/** Payments that have been due back since before `before` and still have no refund row. */
export async function selectForgotten(db: Db, before: Date, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${forgotten(before)} limit ${count}`.execute(db)
  return rows.map((row) => row.id)
}

/** Whether the order has a refund that is not done, or a payment that is due back. */
export async function existsOpenRefund(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select exists (select from refund where order_id = ${orderId} and state <> 'done')
      or exists (select from payment where order_id = ${orderId} and use = 'refund_due') as is_open
  `.execute(tx)
  return rows[0]!.is_open
}

/**
 * The order of a refund, so that the caller can lock it first. Null for a receipt without an order.
 */
export async function selectRefundOrder(tx: Tx, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('refund')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.order_id ?? null
}

/** The amount of a refund, and its order's code or otherwise the receipt, for the audit log. */
export async function selectRefundFacts(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('refund as r')
    .leftJoin('order as o', 'o.id', 'r.order_id')
    .select(['r.amount_cents', 'o.code', 'r.unmatched_receipt'])
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow()
  return { amount_cents: row.amount_cents, order: row.code ?? row.unmatched_receipt }
}

/** Whether this M-Pesa receipt belongs to a payment or to another refund. */
export async function existsOtherReceipt(tx: Tx, receipt: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select exists (select from payment where mpesa_receipt = ${receipt})
      or exists (select from unmatched_receipt where receipt = ${receipt})
      or exists (select from refund where receipt = ${receipt} and id <> ${id}) as is_known
  `.execute(tx)
  return rows[0]!.is_known
}
