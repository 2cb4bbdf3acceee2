import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'
import { isBeyond, sortedBy } from '../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../platform/http/list-page.ts'

// Receipts without a payment. Either their account number is no order code, or M-Pesa's
// confirmation reported them and the list has not shown them yet.

type UnmatchedState = 'open' | 'attached' | 'refund_due' | 'refunded'

type UnmatchedRow = {
  receipt: string
  amount_cents: number
  account_reference: string
  msisdn: string
  paid_at: Date | null
  found_at: Date
  /**
   * The time at which M-Pesa's list showed the receipt; null if only a confirmation reported it.
   */
  listed_at: Date | null
  /** The order with the code that the payer typed. */
  order_id: string | null
  /** Whether the order's buyer waits for the list to show this receipt. */
  is_unverified: boolean
}

/** Returns false if the receipt was recorded before, or belongs to a payment. */
export async function insertUnmatchedReceipt(tx: Tx, row: UnmatchedRow): Promise<boolean> {
  const { rows } = await sql`
    insert into unmatched_receipt (receipt, amount_cents, account_reference, msisdn, paid_at, found_at,
      listed_at, order_id, is_unverified)
    select ${row.receipt}, ${row.amount_cents}, ${row.account_reference}, ${row.msisdn},
      ${row.paid_at}::timestamptz, ${row.found_at}, ${row.listed_at}::timestamptz,
      ${row.order_id}::uuid, ${row.is_unverified}
    where not exists (select from payment where mpesa_receipt = ${row.receipt})
    on conflict (receipt) do nothing returning receipt`.execute(tx)
  return rows.length === 1
}

/** Locks a receipt without a payment. Undefined if it has always belonged to a payment. */
export async function lockUnmatchedReceipt(tx: Tx, receipt: string) {
  const row = await tx
    .selectFrom('unmatched_receipt')
    .selectAll()
    .where('receipt', '=', receipt)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && { ...row, state: row.state as UnmatchedState }
}

/**
 * Marks a receipt as listed. Stores the payer's number if the list shows it in full. Returns how
 * much more was taken than the confirmation reported; null if the receipt was listed before.
 */
export async function markUnmatchedListed(
  tx: Tx,
  listed: { receipt: string; amountCents: number; payer: string | null; now: Date },
): Promise<{ difference_cents: number } | null> {
  const { rows } = await sql<{ difference_cents: number }>`
    with old as (
      select receipt, amount_cents from unmatched_receipt
      where receipt = ${listed.receipt} and state = 'open' and listed_at is null
      for no key update
    )
    update unmatched_receipt s set listed_at = ${listed.now}, amount_cents = ${listed.amountCents},
      is_unverified = false, msisdn = coalesce(${listed.payer}, s.msisdn)
    from old where s.receipt = old.receipt
    returning ${listed.amountCents}::bigint - old.amount_cents as difference_cents`.execute(tx)
  return rows[0] ?? null
}

/**
 * Records that a receipt no longer belongs to a payment. Returns the amount to book without an
 * order; null if the receipt was never booked without an order.
 */
export async function reopenUnmatched(tx: Tx, receipt: string): Promise<number | null> {
  const row = await tx
    .updateTable('unmatched_receipt')
    .set({ state: 'open' })
    .where('receipt', '=', receipt)
    .where('state', '=', 'attached')
    .returning('amount_cents')
    .executeTakeFirst()
  return row?.amount_cents ?? null
}

/** Whether the receipt is recorded, with or without a payment. */
export async function existsReceipt(tx: Tx, receipt: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from payment where mpesa_receipt = ${receipt})
      or exists (select from unmatched_receipt where receipt = ${receipt}) as known`.execute(tx)
  return rows[0]!.known
}

const isReported = (since: Date) =>
  sql<boolean>`listed_at is null and state = 'open' and found_at > ${since}`

export const areReported = (since: Date): RawBuilder<boolean> =>
  sql`exists (select from unmatched_receipt where ${isReported(since)})`

/**
 * The oldest and the youngest receipt that a confirmation reported and the list has not shown yet.
 * Null if there is no such receipt.
 */
export async function selectReportedSpan(
  db: Db,
  since: Date,
): Promise<{ oldest: Date; youngest: Date } | null> {
  const { rows } = await sql<{ oldest: Date | null; youngest: Date | null }>`
    select min(least(paid_at, found_at)) as oldest, max(found_at) as youngest from unmatched_receipt
    where ${isReported(since)}`.execute(db)
  const row = rows[0]
  return row?.oldest && row.youngest ? { oldest: row.oldest, youngest: row.youngest } : null
}

/** Ends the buyers' wait for receipts that the list should have shown by now. */
export async function closeUnmatchedWaits(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('unmatched_receipt')
    .set({ is_unverified: false })
    .where('is_unverified', '=', true)
    .where('found_at', '<=', before)
    .execute()
}

/**
 * Marks receipts that a confirmation reported but no list has shown in time, so that each raises
 * only one alert.
 */
export async function markUnmatchedOverdue(db: Db, late: RawBuilder<Date>, now: Date, max: number) {
  const { rows } = await sql<{ receipt: string; found_at: Date }>`
    with overdue as (
      select receipt from unmatched_receipt
      where listed_at is null and state = 'open' and alarmed_at is null and found_at <= ${late}
      order by found_at limit ${max} for no key update skip locked
    )
    update unmatched_receipt s set alarmed_at = ${now} from overdue
    where s.receipt = overdue.receipt returning s.receipt, s.found_at`.execute(db)
  return rows
}

export const LAST_FOUND: Sorting = {
  name: 'found',
  isDown: true,
  keys: {
    found_at: { column: sql`s.found_at`, kind: 'instant' },
    receipt: { column: sql`s.receipt`, kind: 'text' },
  },
}

/** Open receipts without a payment. Returns one row more than the limit. */
export async function selectUnmatchedReceipts(db: Db, page: Page) {
  return await db
    .selectFrom('unmatched_receipt as s')
    .selectAll()
    .where('s.state', '=', 'open')
    .where(isBeyond(page))
    .orderBy(sortedBy(page.sorting))
    .limit(page.limit + 1)
    .execute()
}

/** Selects those of the receipts that are still without a payment. */
export async function selectOpenUnmatched(db: Db, receipts: string[]) {
  return await db
    .selectFrom('unmatched_receipt')
    .select(['receipt', 'account_reference', 'amount_cents', 'paid_at', 'found_at'])
    .where(sql<boolean>`receipt = any(${receipts})`)
    .where('state', '=', 'open')
    .execute()
}

/** Marks a receipt as due back. Returns false if another admin has handled it first. */
export async function markUnmatchedDue(tx: Tx, receipt: string): Promise<boolean> {
  const result = await tx
    .updateTable('unmatched_receipt')
    .set({ state: 'refund_due' })
    .where('receipt', '=', receipt)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function markUnmatchedRefunded(tx: Tx, receipt: string): Promise<boolean> {
  const result = await tx
    .updateTable('unmatched_receipt')
    .set({ state: 'refunded' })
    .where('receipt', '=', receipt)
    .where('state', '=', 'refund_due')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
