import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'

// Compares M-Pesa's accounts with the books. Money on its way may be in an account and not yet in
// the books, or in the books and not yet in an account. So the books give a range.

type MpesaAccount = 'collection' | 'utility'

/**
 * Whether M-Pesa knows the money of ledger entry `e`. False for sample data, whose payment id
 * equals the order id. True for a real refund of a sample order, and for money without an order,
 * where both ids are null.
 */
export const isKnownToMpesa: RawBuilder<SqlBool> = sql`
  ((e.payment_id = e.order_id) is not true or starts_with(e.movement, 'refund:'))`

/** A movement in this time before a reading may be in the books and not in the reading. */
const RECENT = sql`interval '2 minutes'`

/**
 * Stores a reading: the balance of an account at `at` by M-Pesa's clock, with the range that the
 * books expect. The balance may or may not include entries of the last minutes, open prompts, and
 * open attempts to refund or pay out.
 */
export async function insertReading(
  tx: Tx,
  account: MpesaAccount,
  { at, balanceCents }: { at: Date; balanceCents: number },
): Promise<void> {
  const kinds = account === 'collection' ? ['reversal', 'b2b'] : ['b2c']
  await sql`
    with booked as (
      select sum(l.amount_cents)::bigint as cents,
        coalesce(sum(l.amount_cents) filter (
          where l.amount_cents > 0 and e.at > ${at}::timestamptz - ${RECENT}), 0)::bigint as came,
        coalesce(-sum(l.amount_cents) filter (
          where l.amount_cents < 0 and e.at > ${at}::timestamptz - ${RECENT}), 0)::bigint as went
      from ledger_line l join ledger_entry e on e.id = l.entry_id
      where l.account = ${account} and ${isKnownToMpesa}
    ), going as (
      select coalesce(sum(amount_cents), 0)::bigint as cents from outgoing_attempt
      where kind = any(${kinds}) and state in ('sending', 'accepted', 'unknown')
    ), coming as (
      select coalesce(sum(amount_cents), 0)::bigint as cents from payment
      where ${account} = 'collection' and state in ('prompting', 'prompted', 'unknown')
    )
    insert into account_reading (account, at, balance_cents, low_cents, high_cents)
    select ${account}, ${at}, ${balanceCents}, b.cents - b.came - going.cents,
      b.cents + b.went + coming.cents
    from booked b, going, coming
    on conflict (account, at) do update set balance_cents = excluded.balance_cents,
      low_cents = excluded.low_cents, high_cents = excluded.high_cents`.execute(tx)
}

/** Whether the account has less at M-Pesa than the books say, by the last reading. */
export async function isBelowBooks(tx: Tx, account: MpesaAccount): Promise<boolean> {
  const { rows } = await sql<{ is_below: boolean }>`
    select balance_cents < expected_low as is_below from (${lastReadings}) r
    where account = ${account}`.execute(tx)
  return rows[0]?.is_below ?? false
}

/** Whether the last reading of an account differs from the books. */
export async function isOutsideBooks(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from (${lastReadings}) r where ${IS_OUTSIDE}`.execute(tx)
  return rows.length > 0
}

/** Whether a row `r` of `lastReadings` is outside of the range of the books. */
export const IS_OUTSIDE: RawBuilder<SqlBool> = sql`
  r.balance_cents not between r.expected_low and r.expected_high`

/**
 * The last reading of each account that has entries in the ledger, with the range that is expected.
 * The range includes the opening balance, which the account had before it had entries.
 */
export const lastReadings = sql`
  select distinct on (r.account) r.account, r.at, r.balance_cents,
    r.low_cents + coalesce(o.balance_cents, 0) as expected_low,
    r.high_cents + coalesce(o.balance_cents, 0) as expected_high
  from account_reading r left join lateral (
    select balance_cents from account_reading b
    where b.account = r.account and b.low_cents is null order by b.at desc limit 1
  ) o on true
  where r.low_cents is not null order by r.account, r.at desc`

/** The rate-limit slot of the daily query of the balances. */
export const BALANCE_SLOT = 'balance query'

/**
 * Stores the balance that M-Pesa reported, with its time. M-Pesa's times are in whole seconds. If
 * two balances are from the same second, the lower balance is kept.
 */
export async function insertBalance(
  tx: Tx,
  row: { at: Date; workingCents: number | null; utilityCents: number | null },
): Promise<void> {
  await sql`
    insert into mpesa_balance (at, working_cents, utility_cents)
    values (${row.at}, ${row.workingCents}, ${row.utilityCents})
    on conflict (at) do update set
      working_cents = least(mpesa_balance.working_cents, excluded.working_cents),
      utility_cents = least(mpesa_balance.utility_cents, excluded.utility_cents)`.execute(tx)
}

/** The latest balance by M-Pesa's own clock; undefined if M-Pesa has reported none. */
export async function selectBalance(db: Db) {
  return await db
    .selectFrom('mpesa_balance')
    .selectAll()
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
