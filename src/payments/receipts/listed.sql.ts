import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Overdue } from '../../platform/metrics.ts'
import { knownPhone, plainNumber } from '../payments.sql.ts'

// Receipts that M-Pesa's list shows or should show.

/** `code` is '' if the payer named no account, and null if the account is no order's code. */
type ListedRow = { receipt: string; code: string | null; amountCents: number; msisdn: string }

/**
 * Marks receipts as listed if the list shows them for the same order with the same amount. Stores
 * the payer's number too, provided that the list shows all its digits and that it is new: another
 * number than the prompted phone, or one that the confirmation masked. Skips payments that are
 * locked: the next reading of the list marks them.
 */
export async function markListed(db: Db, rows: readonly ListedRow[], now: Date): Promise<void> {
  await sql`
    with shown as (
      select * from unnest(${rows.map((row) => row.receipt)}::text[],
        ${rows.map((row) => row.code)}::text[],
        ${rows.map((row) => row.amountCents)}::bigint[],
        ${rows.map((row) => row.msisdn)}::text[]) as s (receipt, code, amount_cents, msisdn)
    ), found as (
      select p.id, case when s.msisdn ~ ${plainNumber} and (p.payer_masked or s.msisdn <> p.phone)
        then s.msisdn end as payer
      from payment p join shown s on s.receipt = p.mpesa_receipt
        join "order" o on o.id = p.order_id
      where p.listed_at is null and p.use <> 'suspense'
        and p.confirmed_amount_cents = s.amount_cents
        -- An admin assigned the receipt to this order; the typed account does not count.
        and (s.code in ('', o.code) or p.settled_by = 'admin')
      for no key update of p skip locked
    )
    update payment set listed_at = ${now}, payer = coalesce(found.payer, payment.payer),
      payer_masked = payer_masked and found.payer is null
    from found where payment.id = found.id`.execute(db)
}

/** The payments with these receipts, by receipt, with their order's code. */
export async function selectPaymentsByReceipt(db: Db, receipts: string[]) {
  const rows = await db
    .selectFrom('payment as p')
    .innerJoin('order as o', 'o.id', 'p.order_id')
    .select([
      'p.id',
      'p.order_id',
      'p.use',
      'p.settled_by',
      'p.mpesa_receipt',
      'p.confirmed_amount_cents',
      'o.code',
    ])
    .where(sql<SqlBool>`p.mpesa_receipt = any(${receipts}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.mpesa_receipt!, row]))
}

/** Locks the order's payments that have no receipt, or a receipt that the list never showed. */
export async function lockUnlisted(tx: Tx, orderId: string) {
  return await tx
    .selectFrom('payment')
    .select((eb) => [
      'id',
      'state',
      knownPhone,
      'amount_cents',
      'mpesa_receipt',
      'reported_receipt',
      'confirmed_at',
      // The time of the prompt. If M-Pesa responded 'try later' and took the money nevertheless,
      // the time of the prompt is unknown, and the time of the callback is used instead.
      eb.fn.coalesce('prompting_at', 'unverified_at').as('prompted'),
    ])
    .where('order_id', '=', orderId)
    .where('listed_at', 'is', null)
    .where((eb) => eb.or([eb('prompting_at', 'is not', null), eb('unverified_at', 'is not', null)]))
    .orderBy('created_at')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Detaches a receipt that the list shows for another order. Returns the change of the payment's
 * known amount, in cents. Null if the payment no longer has this receipt.
 */
export async function dropReceipt(
  tx: Tx,
  id: string,
  receipt: string,
  now: Date,
): Promise<{ difference_cents: number } | null> {
  const { rows } = await sql<{ difference_cents: number }>`
    with changed as (
      update payment p set mpesa_receipt = null, updated_at = ${now},
        -- The callback's amount is the only known amount of money in suspense.
        confirmed_amount_cents = case when p.use = 'suspense' then p.confirmed_amount_cents end
      from payment old
      where p.id = ${id} and old.id = p.id and p.mpesa_receipt = ${receipt} and p.listed_at is null
      returning p.id, p.use,
        coalesce(p.confirmed_amount_cents, p.amount_cents) - old.confirmed_amount_cents
          as difference_cents
    ), noted as (
      insert into payment_event (payment_id, from_state, to_state, use, cause, detail, at)
      select id, 'confirmed', 'confirmed', use, 'receipt of another order',
        jsonb_build_object('receipt', ${receipt}::text), ${now}
      from changed
    )
    select difference_cents from changed`.execute(tx)
  return rows[0] ?? null
}

type UnlistedSpan = { since: Date; before: Date }

const isUnlisted = ({ since, before }: UnlistedSpan) =>
  sql<boolean>`mpesa_receipt is not null and listed_at is null and alarmed_at is null
    and created_at > ${since} and confirmed_at <= ${before}`

export const areUnlisted = (span: UnlistedSpan): RawBuilder<boolean> =>
  sql`exists (select from payment where ${isUnlisted(span)})`

/**
 * The creation time of the oldest payment whose receipt the next reading of M-Pesa's list should
 * show. Null if there is no such payment.
 */
export async function selectOldestUnlisted(db: Db, span: UnlistedSpan): Promise<Date | null> {
  const row = await db
    .selectFrom('payment')
    .select('created_at')
    .where(isUnlisted(span))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

/**
 * After a complete reading of M-Pesa's list for payments since `from`, increments `missed_lists` of
 * each payment whose receipt the list did not show. Skips payments that were confirmed after
 * `reportedBefore`, payments that were last incremented after `lastBefore`, and locked payments.
 */
export async function countMissing(
  db: Db,
  read: { from: Date; reportedBefore: Date; lastBefore: Date; now: Date },
): Promise<void> {
  await sql`
    with missing as (
      select id from payment
      where mpesa_receipt is not null and listed_at is null and alarmed_at is null
        and coalesce(prompting_at, created_at) >= ${read.from} and confirmed_at <= ${read.reportedBefore}
        and (missed_at is null or missed_at <= ${read.lastBefore})
      for no key update skip locked
    )
    update payment set missed_lists = missed_lists + 1, missed_at = ${read.now}
    from missing where payment.id = missing.id`.execute(db)
}

/**
 * Sets `alarmed_at` of payments whose receipts M-Pesa's list has not shown, and returns each
 * payment once, for an alert. Chooses a payment if two readings of the list did not show its
 * receipt, if one reading did not and the event is near, or if the receipt is too old for the list.
 */
export async function markUnlisted(
  db: Db,
  when: { confirmedBefore: Date; startsBefore: Date; now: Date },
  count: number,
) {
  const { rows } = await sql<{ id: string; receipt: string; event_id: string; confirmed_at: Date }>`
    with overdue as (
      select p.id, p.use, p.mpesa_receipt, p.confirmed_at, o.event_id
      from payment p join "order" o on o.id = p.order_id join event e on e.id = o.event_id
      where p.mpesa_receipt is not null and p.listed_at is null and p.alarmed_at is null
        and (p.missed_lists >= 2 or p.confirmed_at <= ${when.confirmedBefore} or (p.missed_lists = 1
          and (e.date + e.time) at time zone 'Africa/Nairobi' <= ${when.startsBefore}))
      order by p.created_at limit ${count} for no key update of p skip locked
    ), changed as (
      update payment set alarmed_at = ${when.now} from overdue where payment.id = overdue.id
    ), marked as (
      insert into payment_event (payment_id, from_state, to_state, use, cause, detail, at)
      select id, 'confirmed', 'confirmed', use, 'receipt not listed',
        jsonb_build_object('receipt', mpesa_receipt), ${when.now} from overdue
    )
    select id, mpesa_receipt as receipt, event_id, confirmed_at from overdue`.execute(db)
  return rows
}

/**
 * Counts receipts of any age that M-Pesa's list has not shown in time. A payment's receipt counts
 * if `markUnlisted` has marked the payment, or if the payment was created by `lateBefore`, unless
 * an admin has explained the payment. An open unmatched receipt counts if it was found by
 * `lateBefore`. `since` is the earliest time at which a counted receipt was confirmed or found.
 */
export async function countUnlisted(db: Db, lateBefore: RawBuilder<Date>): Promise<Overdue> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*) as count, min(confirmed_at) as since from (
      select confirmed_at from payment
      where mpesa_receipt is not null and listed_at is null
        and (alarmed_at is not null or (alarmed_at is null and created_at <= ${lateBefore}))
        and not exists (select from payment_explanation x where x.payment_id = payment.id)
      union all
      select found_at from unmatched_receipt
      where listed_at is null and state = 'open' and found_at <= ${lateBefore}
    ) late`.execute(db)
  return rows[0]!
}

/**
 * Records that the payer used a phone other than the prompted phone, and that M-Pesa masked the
 * number.
 */
export async function markPayerUnknown(tx: Tx, id: string): Promise<boolean> {
  const result = await tx
    .updateTable('payment')
    .set({ payer_masked: true })
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Records the payer if the payer is not the prompted phone, or was masked before. */
export async function setPayer(tx: Tx, id: string, payer: string): Promise<void> {
  await sql`update payment set payer = ${payer}, payer_masked = false
    where id = ${id} and (payer_masked or phone <> ${payer})`.execute(tx)
}
