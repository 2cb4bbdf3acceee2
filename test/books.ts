import type { Db } from '../src/platform/database/db.ts'
import {
  selectFigureDifferences,
  selectPaymentDifferences,
  selectReturnDifferences,
} from '../src/reports/reconcile/books.sql.ts'

/** Returns the differences between the ledger and the states and figures of orders and payments. */
export async function readBookDifferences(db: Db) {
  return [
    ...(await selectPaymentDifferences(db)),
    ...(await selectReturnDifferences(db)),
    ...(await selectFigureDifferences(db)),
  ]
}
