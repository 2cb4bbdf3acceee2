import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'

/**
 * Records that the AVIF files of this picture are stored. Does nothing if no event has this picture
 * any more.
 */
export async function recordAvif(db: Db, imageKey: string): Promise<void> {
  await sql`update event set avif_key = image_key
    where image_key = ${imageKey} and avif_key is distinct from image_key`.execute(db)
}

/**
 * Claims an upload for an event or page. Returns false if there is no such upload or its files are
 * being deleted.
 */
export async function takeUpload(tx: Tx, key: string): Promise<boolean> {
  const result = await tx
    .updateTable('image_upload')
    .set({ free_since: null })
    .where('key', '=', key)
    .where('doomed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function freeUpload(tx: Tx, key: string, now: Date): Promise<void> {
  await tx.updateTable('image_upload').set({ free_since: now }).where('key', '=', key).execute()
}

/**
 * Restarts the time for which an unused upload is kept. Returns false if there is no such upload or
 * its files are being deleted.
 */
export async function renewUpload(tx: Tx, key: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update image_upload set free_since = case when free_since is not null then ${now}::timestamptz end
    where key = ${key} and doomed_at is null`.execute(tx)
  return numAffectedRows === 1n
}

export async function hasEventWithImage(tx: Tx, key: string): Promise<boolean> {
  const query = tx.selectFrom('event').select('id').where('image_key', '=', key).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

/**
 * Records an upload. Call it before the files are stored: if a crash interrupts the upload, the
 * sweep then finds its files.
 */
export async function insertUpload(
  db: Db,
  upload: { key: string; account_id: string; now: Date },
): Promise<void> {
  const { key, account_id, now } = upload
  const row = { key, account_id, created_at: now, free_since: now }
  await db.insertInto('image_upload').values(row).execute()
}

/**
 * Marks uploads for deletion that no event, waiting change or page has used since `before`. Returns
 * all marked uploads. A concurrent save that claims an upload locks its row, so either the save or
 * the deletion comes first.
 */
export async function markUploadsForDeletion(db: Db, before: Date, now: Date): Promise<string[]> {
  await sql`update image_upload u set doomed_at = ${now}
    where free_since < ${before} and doomed_at is null
      and not exists (select from event where image_key = u.key)
      and not exists (select from request where kind = 'event' and state = 'sent'
        and strpos(proposal->'change'->>'image', '/images/' || u.key || '-') > 0)
      and not exists (select from organizer_page where image_key = u.key)`.execute(db)
  const rows = await db
    .selectFrom('image_upload')
    .select('key')
    .where('doomed_at', 'is not', null)
    .limit(500)
    .execute()
  return rows.map((row) => row.key)
}

export async function deleteUpload(db: Db, key: string): Promise<void> {
  await db.deleteFrom('image_upload').where('key', '=', key).execute()
}
