import type { Difference } from '../../payments/receipts/list-difference.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  type BookDifference,
  selectFigureDifferences,
  selectPaymentDifferences,
} from './books.sql.ts'

/** Where the books say otherwise than states and figures do, as every other difference is told. */
export async function compareBooks(db: Db): Promise<Difference[]> {
  // Sales go on meanwhile: each is one statement, which sees books and figures as of one instant.
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
