import { type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/db.ts'

type Page = { after: { at: Date; receipt: string } | undefined; limit: number }

/** What no payment has, the newest find first; one more than the limit. */
export async function selectStrayReceipts(db: Db, { after, limit }: Page) {
  return await db
    .selectFrom('stray_receipt as s')
    .selectAll()
    .where(sql<SqlBool>`not exists (select from payment where mpesa_receipt = s.receipt)`)
    .$if(after !== undefined, (q) =>
      q.where(sql<SqlBool>`(s.found_at, s.receipt) < (${after!.at}, ${after!.receipt})`),
    )
    .orderBy('s.found_at', 'desc')
    .orderBy('s.receipt', 'desc')
    .limit(limit + 1)
    .execute()
}
