import type { Difference } from '../../payments/receipts/list-difference.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  type BookDifference,
  selectFigureDifferences,
  selectPaymentDifferences,
  selectPayoutDifferences,
  selectReturnDifferences,
} from './books.sql.ts'

/**
 * The differences between the ledger and the states of rows, and between the ledger and the
 * figures. They have the same form as the differences from M-Pesa's list.
 */
export async function compareBooks(db: Db): Promise<Difference[]> {
  // Sales go on during the comparison. Each query is one statement, so each reads ledger and figures
  // at one instant.
  const found = [
    ...(await selectPaymentDifferences(db)),
    ...(await selectReturnDifferences(db)),
    ...(await selectFigureDifferences(db)),
    ...(await selectPayoutDifferences(db)),
  ]
  return found.map(toDifference)
}

function toDifference({ what, name, expected, booked }: BookDifference): Difference {
  return {
    what: `books: ${what}`,
    name,
    order_code: null,
    ours_cents: expected,
    theirs_cents: booked,
  }
}
