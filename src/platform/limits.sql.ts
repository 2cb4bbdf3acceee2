import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Counts one more of `key` in the window that `now` lies in, unless the limit is reached.
 * Answers null where it may go ahead, else the seconds until the window ends.
 */
export async function countWithin(
  db: Db,
  key: string,
  limit: { max: number; windowMs: number },
  now: Date,
): Promise<number | null> {
  const start = windowStart(limit.windowMs, now)
  const { rows } = await sql<{ count: number }>`
    insert into rate_count as r (key, window_start, count) values (${key}, ${start}, 1)
    on conflict (key, window_start) do update set count = r.count + 1
    where r.count < ${limit.max}
    returning count`.execute(db)
  if (rows.length === 1) return null
  return Math.max(1, Math.ceil((start.getTime() + limit.windowMs - now.getTime()) / 1000))
}

/** Takes back one count, for something that was refused after it was counted. */
export async function uncount(db: Db, key: string, windowMs: number, now: Date): Promise<void> {
  await sql`update rate_count set count = count - 1
    where key = ${key} and window_start = ${windowStart(windowMs, now)} and count > 0`.execute(db)
}

/** Seconds until `key` may be tried again, or null; counts nothing. */
export async function secondsUntilAllowed(
  db: Db,
  key: string,
  limit: { max: number; windowMs: number },
  now: Date,
): Promise<number | null> {
  const start = windowStart(limit.windowMs, now)
  const row = await db
    .selectFrom('rate_count')
    .select('count')
    .where('key', '=', key)
    .where('window_start', '=', start)
    .executeTakeFirst()
  if (!row || row.count < limit.max) return null
  return Math.max(1, Math.ceil((start.getTime() + limit.windowMs - now.getTime()) / 1000))
}

function windowStart(windowMs: number, now: Date): Date {
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs)
}

/** Null where it is this caller's turn now, else when to ask again. `perSecond` 0 is no limit. */
export async function takeTurn(
  db: Db,
  name: string,
  perSecond: number,
  now: Date,
): Promise<Date | null> {
  if (perSecond === 0) return null
  const gap = 1000 / perSecond
  const { rows } = await sql<{ name: string }>`
    insert into rate_turn as t (name, next_at)
    values (${name}, ${new Date(now.getTime() + gap)})
    on conflict (name) do update
      set next_at = greatest(t.next_at, ${now}::timestamptz - interval '200 ms')
        + ${gap} * interval '1 ms'
    where t.next_at <= ${now}
    returning name`.execute(db)
  if (rows.length === 1) return null
  return new Date(now.getTime() + gap)
}

export async function deleteOldCounts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('rate_count').where('window_start', '<', before).execute()
}
