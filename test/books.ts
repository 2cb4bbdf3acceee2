import { sql } from 'kysely'
import type { Db } from '../src/platform/database/db.ts'
import {
  selectFigureDifferences,
  selectPaymentDifferences,
  selectPayoutDifferences,
  selectReturnDifferences,
} from '../src/reports/reconcile/books.sql.ts'

/** Returns the differences between the ledger and the states and figures of orders and payments. */
export async function readBookDifferences(db: Db) {
  return [
    ...(await selectPaymentDifferences(db)),
    ...(await selectReturnDifferences(db)),
    ...(await selectFigureDifferences(db)),
    ...(await selectPayoutDifferences(db)),
  ]
}

/** Returns the balance of each ledger account over the events, in shillings. */
export async function readAccounts(db: Db, events: { id: string }[]) {
  const { rows } = await sql<{ account: string; kes: number }>`
    select account, (sum(amount_cents) / 100)::int as kes from ledger_line
    where event_id = any(${events.map(({ id }) => id)}::uuid[])
    group by account order by account`.execute(db)
  return rows
}
