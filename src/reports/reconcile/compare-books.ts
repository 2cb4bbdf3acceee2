import type { Difference } from '../../payments/receipts/list-difference.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  type BookDifference,
  selectFigureDifferences,
  selectPaymentDifferences,
} from './books.sql.ts'

/** The differences between the books and the states and figures, in the form of all differences. */
export async function compareBooks(db: Db): Promise<Difference[]> {
  // Sales go on during the comparison. Each of the two is one statement, which sees books and
  // figures at one instant.
  const found = [...(await selectPaymentDifferences(db)), ...(await selectFigureDifferences(db))]
  return found.map(describe)
}

function describe({ what, name, expected, booked }: BookDifference): Difference {
  return {
    what: `books: ${what}`,
    name,
    order_code: null,
    ours_cents: expected,
    theirs_cents: booked,
  }
}
