import { type RawBuilder, sql } from 'kysely'
import { IS_OUTSIDE, lastReadings } from '../../payments/outgoing/account-readings.sql.ts'
import { NOT_FOUND } from '../../payments/outgoing/outgoing.rules.ts'
import type { Difference } from '../../payments/receipts/list-difference.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import { nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import { accountText } from './difference-text.rules.ts'

// Doubts that M-Pesa's own reports raise: balances of its accounts that differ from the books, and
// results of refunds that its Transaction Status has not confirmed.

/**
 * Accounts whose last balance reading is outside the range that the books allow. `ours_cents` is
 * the end of this range that is nearer to the reading.
 */
export const differingAccounts = sql`
  select r.account, r.at, r.balance_cents as theirs_cents,
    case when r.balance_cents < r.expected_low then r.expected_low else r.expected_high end as ours_cents
  from (${lastReadings}) r where ${IS_OUTSIDE}`

/** The time in which Transaction Status usually confirms a result. */
const UNCONFIRMED_MS = 15 * 60_000

/** Refunds about which M-Pesa reported a result that its Transaction Status has not confirmed. */
export const unconfirmedRefunds = (now: Date): RawBuilder<unknown> => sql`
  select r.id, r.order_id, r.unmatched_receipt, r.amount_cents, r.next_at, c.reported, c.since
  from refund r join lateral (
    select reported, since from outgoing_attempt c
    where c.subject_id = r.id and c.reported is not null and c.state <> 'refused'
      and (c.result_code is null or c.result_code = ${NOT_FOUND})
    order by c.created_at desc limit 1
  ) c on true
  where r.state <> 'done' and c.since <= ${new Date(now.getTime() - UNCONFIRMED_MS)}`

/**
 * The differing accounts and the unconfirmed refunds, in the form of the differences from M-Pesa's
 * list.
 */
export async function selectMpesaDoubts(db: Db, now: Date): Promise<Difference[]> {
  const accounts = await sql<{
    account: string
    at: Date
    ours_cents: number
    theirs_cents: number
  }>`${differingAccounts}`.execute(db)
  const refunds = await sql<{ id: string; code: string | null; amount_cents: number }>`
    select u.id, o.code, u.amount_cents from (${unconfirmedRefunds(now)}) u
      left join "order" o on o.id = u.order_id order by u.since`.execute(db)
  return [
    ...accounts.rows.map(({ account, at, ours_cents, theirs_cents }) => ({
      what: 'M-PESA account',
      name: `${account}, ${accountText({ ours_cents, theirs_cents })}, ${nairobiDateTime(at)}`,
      order_code: null,
      ours_cents,
      theirs_cents,
    })),
    ...refunds.rows.map(({ id, code, amount_cents }) => ({
      what: 'refund not confirmed by Transaction Status',
      name: id,
      order_code: code,
      ours_cents: amount_cents,
      theirs_cents: null,
    })),
  ]
}
