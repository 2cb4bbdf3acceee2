import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'

export async function selectToken(db: Db): Promise<{ value: string; expiresAt: Date } | null> {
  const row = await db
    .selectFrom('mpesa_token')
    .select(['access_token', 'expires_at'])
    .executeTakeFirst()
  if (!row?.access_token || !row.expires_at) return null
  return { value: row.access_token, expiresAt: row.expires_at }
}

/** True for the one process that may now ask for a new token. */
export async function claimTokenRefresh(db: Db, now: Date, forMs: number): Promise<boolean> {
  const until = new Date(now.getTime() + forMs)
  const { rows } = await sql<{ id: boolean }>`
    insert into mpesa_token as t (refreshing_until) values (${until})
    on conflict (id) do update set refreshing_until = excluded.refreshing_until
    where t.refreshing_until is null or t.refreshing_until <= ${now}
    returning id`.execute(db)
  return rows.length === 1
}

export async function storeToken(
  db: Db,
  value: string | null,
  expiresAt: Date | null,
): Promise<void> {
  await db
    .updateTable('mpesa_token')
    .set({ access_token: value, expires_at: expiresAt, refreshing_until: null })
    .execute()
}
