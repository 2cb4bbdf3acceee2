import type { Db } from '../src/platform/database/db.ts'
import {
  selectFigureDifferences,
  selectPaymentDifferences,
} from '../src/reports/reconcile/books.sql.ts'

/** Where the books do not say what states and figures say. */
export async function readBookDifferences(db: Db) {
  return [...(await selectPaymentDifferences(db)), ...(await selectFigureDifferences(db))]
}
