import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'

/** Whether this cookie was given to a browser that signed in to this account. */
export async function isKnownBrowser(db: Db, hash: Buffer, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_browser')
    .select('seen_at')
    .where('token_hash', '=', hash)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/** A browser gets another cookie, and stays known to the other accounts that signed in on it. */
export async function moveBrowser(tx: Tx, from: Buffer, to: Buffer): Promise<void> {
  await tx
    .updateTable('known_browser')
    .set({ token_hash: to })
    .where('token_hash', '=', from)
    .execute()
}

export async function insertBrowser(
  tx: Tx,
  browser: { hash: Buffer; accountId: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('known_browser')
    .values({ token_hash: browser.hash, account_id: browser.accountId, seen_at: browser.now })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'account_id']).doUpdateSet({ seen_at: browser.now }),
    )
    .execute()
}

/** All browsers of an account but the `kept` that signed in last. */
export async function deleteUnusedBrowsers(tx: Tx, accountId: string, kept: number): Promise<void> {
  await sql`
    delete from known_browser where account_id = ${accountId} and token_hash in (
      select token_hash from known_browser where account_id = ${accountId}
      order by seen_at desc offset ${kept}
    )`.execute(tx)
}

/** All browsers of an account, except perhaps the one in which its password is changed. */
export async function deleteBrowsers(tx: Tx, accountId: string, kept?: Buffer): Promise<void> {
  await tx
    .deleteFrom('known_browser')
    .where('account_id', '=', accountId)
    .$if(kept !== undefined, (query) => query.where('token_hash', '<>', kept!))
    .execute()
}

export async function deleteOldBrowsers(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('known_browser').where('seen_at', '<', before).execute()
}
