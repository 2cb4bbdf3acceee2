import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'

export async function insertLink(
  tx: Tx,
  link: { hash: Buffer; accountId: string; expiresAt: Date; now: Date },
): Promise<void> {
  await tx
    .insertInto('account_link')
    .values({
      token_hash: link.hash,
      account_id: link.accountId,
      purpose: 'reset',
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .execute()
}

/**
 * Returns the account of a link that resets a password, if the link works. The link can still be
 * used afterwards.
 */
export async function selectLink(db: Db, hash: Buffer, now: Date) {
  return await db
    .selectFrom('account_link as l')
    .innerJoin('account as a', 'a.id', 'l.account_id')
    .select(['a.id as account_id', 'a.email', 'a.full_name'])
    .where('l.token_hash', '=', hash)
    .where('l.purpose', '=', 'reset')
    .where('l.ended_at', 'is', null)
    .where('l.expires_at', '>', now)
    .executeTakeFirst()
}

/**
 * Marks a link as used and returns the id of its account, or undefined if the link does not work.
 */
export async function useLink(
  tx: Tx,
  link: { hash: Buffer; now: Date },
): Promise<string | undefined> {
  const row = await tx
    .updateTable('account_link')
    .set({ ended_at: link.now })
    .where('token_hash', '=', link.hash)
    .where('purpose', '=', 'reset')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', link.now)
    .returning('account_id')
    .executeTakeFirst()
  return row?.account_id
}

/** Ends the links of older emails, so that only the newest link works. */
export async function endLinks(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('account_link')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute()
}

export async function deleteOldLinks(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('account_link').where('expires_at', '<', before).execute()
}

export async function deleteOldInvitations(tx: Tx, before: Date): Promise<void> {
  await sql`delete from invitation where least(ended_at, expires_at) < ${before}`.execute(tx)
}
