import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { Overdue } from '../../platform/metrics.ts'
import { knownPhone, plainNumber } from '../payments.sql.ts'

/** `code` is '' if no account was typed, and null if the typed account is no order's code. */
type ListedRow = { receipt: string; code: string | null; amountCents: number; msisdn: string }

/**
 * Marks receipts shown for the same order and amount. Stores the payer's number if the list shows
 * it in full and our number is masked or different. The next reading marks locked payments.
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
        -- Assigned by an admin: the typed account does not count.
        and (s.code in ('', o.code) or p.settled_by = 'admin')
      for no key update of p skip locked
    )
    update payment set listed_at = ${now}, payer = coalesce(found.payer, payment.payer),
      payer_masked = payer_masked and found.payer is null
    from found where payment.id = found.id`.execute(db)
}

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

/** Locks payments without a receipt, or with one that the list never showed. */
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
      // After 'later' the prompt's time is unknown, so the time of the callback counts.
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
 * Removes a receipt from a payment, because the list shows the receipt for another order. Returns
 * the change of the payment's amount in cents. Null if the payment no longer has the receipt.
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
        -- The only known amount of money in suspense.
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

/** Creation time of the oldest payment that the next reading should show; null for none. */
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
 * Counts a reading that missed receipts. Skips locked payments, and payments confirmed after
 * `reportedBefore` or counted after `lastBefore`.
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
 * Returns payments for one alert each. Two readings missed the receipt, or one reading near the
 * event, or the receipt is too old for the list.
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
 * Counts receipts of any age that no admin explained, if `markUnlisted` marked them or they are
 * from before `lateBefore`; also open unmatched receipts that were found before `lateBefore`.
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

/** Records that the payer used a different phone, whose number M-Pesa masked. */
export async function markPayerUnknown(tx: Tx, id: string): Promise<boolean> {
  const result = await tx
    .updateTable('payment')
    .set({ payer_masked: true })
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Records the payer's number if it is not the prompted phone, or if it was masked before. */
export async function setPayer(tx: Tx, id: string, payer: string): Promise<void> {
  await sql`update payment set payer = ${payer}, payer_masked = false
    where id = ${id} and (payer_masked or phone <> ${payer})`.execute(tx)
}
