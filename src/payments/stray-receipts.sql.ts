import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import { isBeyond, sortedBy } from '../platform/list-page.sql.ts'
import type { Page, Sorting } from '../platform/list-page.ts'

export const LAST_FOUND: Sorting = {
  name: 'found',
  isDown: true,
  keys: {
    found_at: { column: sql`s.found_at`, kind: 'instant' },
    receipt: { column: sql`s.receipt`, kind: 'text' },
  },
}

/** What no payment has, and nobody has dealt with; one more than the limit. */
export async function selectStrayReceipts(db: Db, page: Page) {
  return await db
    .selectFrom('stray_receipt as s')
    .selectAll()
    .where('s.state', '=', 'open')
    .where(isBeyond(page))
    .orderBy(sortedBy(page.sorting))
    .limit(page.limit + 1)
    .execute()
}
