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
