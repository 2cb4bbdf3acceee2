import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../../platform/http/list-page.ts'

/**
 * Counts a visit and returns the id of the code's event. Null if the code is unknown or its event
 * is a draft.
 */
export async function countVisit(db: Db, code: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ event_id: string }>`
    update short_code s set visits = visits + 1, last_visit_at = ${now}
    from event e
    where s.code = ${code} and e.id = s.event_id and e.is_published
    returning s.event_id`.execute(db)
  return rows[0]?.event_id ?? null
}

export const BY_CODE: Sorting = {
  name: 'code',
  isDown: false,
  keys: { code: { column: sql`s.code`, kind: 'text' } },
}

/** A page of the short codes. Returns up to `limit` + 1 rows. */
export async function selectShortCodes(db: Db, page: Page) {
  return await shortCodes(db)
    .where(isBeyond(page))
    .orderBy(sortedBy(page.sorting))
    .limit(page.limit + 1)
    .execute()
}

export async function selectShortCode(db: Db, code: string) {
  return await shortCodes(db).where('s.code', '=', code).executeTakeFirst()
}

const shortCodes = (db: Db) =>
  db
    .selectFrom('short_code as s')
    .innerJoin('event as e', 'e.id', 's.event_id')
    .select(['s.code', 's.event_id', 's.visits', 's.last_visit_at', 'e.is_published'])
    .select('e.title as event_title')

export async function lockShortCode(tx: Tx, code: string) {
  return await tx
    .selectFrom('short_code as s')
    .innerJoin('event as e', 'e.id', 's.event_id')
    .select(['s.code', 's.event_id', 'e.title'])
    .where('s.code', '=', code)
    .forUpdate('s')
    .executeTakeFirst()
}

export async function selectTitle(tx: Tx, eventId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('event')
    .select('title')
    .where('id', '=', eventId)
    .executeTakeFirst()
  return row?.title
}

export async function insertShortCode(
  tx: Tx,
  row: { code: string; event_id: string; created_at: Date },
): Promise<void> {
  await tx.insertInto('short_code').values(row).execute()
}

export async function updateShortCode(tx: Tx, code: string, event_id: string): Promise<void> {
  await tx
    .updateTable('short_code')
    .set({ event_id, is_own: false })
    .where('code', '=', code)
    .execute()
}

export async function deleteShortCode(tx: Tx, code: string): Promise<void> {
  await tx.deleteFrom('short_code').where('code', '=', code).execute()
}
