import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../../platform/http/list-page.ts'

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

/** Those of these receipts that nobody has dealt with. */
export async function selectOpenStrays(db: Db, receipts: string[]) {
  return await db
    .selectFrom('stray_receipt')
    .select(['receipt', 'account_reference', 'amount_cents', 'paid_at', 'found_at'])
    .where(sql<boolean>`receipt = any(${receipts})`)
    .where('state', '=', 'open')
    .execute()
}

/** Its money goes back; false if somebody was quicker. */
export async function markStrayDue(tx: Tx, receipt: string): Promise<boolean> {
  const result = await tx
    .updateTable('stray_receipt')
    .set({ state: 'refund_due' })
    .where('receipt', '=', receipt)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function markStrayRefunded(tx: Tx, receipt: string): Promise<boolean> {
  const result = await tx
    .updateTable('stray_receipt')
    .set({ state: 'refunded' })
    .where('receipt', '=', receipt)
    .where('state', '=', 'refund_due')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
