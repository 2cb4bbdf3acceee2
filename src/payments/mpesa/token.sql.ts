import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/** From `renewAt` on, a process requests a new token, although this token is still valid. */
export type StoredToken = { value: string; expiresAt: Date; renewAt: Date }

export async function selectToken(db: Db): Promise<StoredToken | null> {
  const row = await db
    .selectFrom('mpesa_token')
    .select(['access_token', 'expires_at', 'renew_at'])
    .executeTakeFirst()
  if (!row?.access_token || !row.expires_at || !row.renew_at) return null
  return { value: row.access_token, expiresAt: row.expires_at, renewAt: row.renew_at }
}

/** True for the single process that may request a token now. */
export async function claimTokenRefresh(db: Db, now: Date, forMs: number): Promise<boolean> {
  const until = new Date(now.getTime() + forMs)
  const { rows } = await sql<{ id: boolean }>`
    insert into mpesa_token as t (refreshing_until) values (${until})
    on conflict (id) do update set refreshing_until = excluded.refreshing_until
    where t.refreshing_until is null or t.refreshing_until <= ${now}
    returning id`.execute(db)
  return rows.length === 1
}

/** Stores the token, or null if M-Pesa issued none. Another process may then claim the refresh. */
export async function storeToken(db: Db, token: StoredToken | null): Promise<void> {
  await db
    .updateTable('mpesa_token')
    .set({
      access_token: token?.value ?? null,
      expires_at: token?.expiresAt ?? null,
      renew_at: token?.renewAt ?? null,
      refreshing_until: null,
    })
    .execute()
}
