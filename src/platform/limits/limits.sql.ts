import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'

type Limit = { max: number; windowMs: number; by?: number }

/**
 * Adds `by` (1 if absent) to the count of `key`, unless the count has reached `max` in this window.
 * So the last addition may exceed `max`. A window begins with the first count and lasts `windowMs`.
 * Returns null if the caller may proceed, or the number of seconds until the window ends.
 */
export async function countWithin(
  db: Db,
  key: string,
  limit: Limit,
  now: Date,
): Promise<number | null> {
  const end = new Date(now.getTime() + limit.windowMs)
  const { rows } = await sql<{ count: number }>`
    insert into rate_count as r (key, window_end, count) values (${key}, ${end}, ${limit.by ?? 1})
    on conflict (key) do update set
      count = case when r.window_end <= ${now} then 0 else r.count end + excluded.count,
      window_end = case when r.window_end <= ${now} then excluded.window_end else r.window_end end
    where r.window_end <= ${now} or r.count < ${limit.max}
    returning count`.execute(db)
  if (rows.length === 1) return null
  // Null means that the window ended or was deleted between the two statements: the caller may
  // retry in a second.
  return (await secondsUntilAllowed(db, key, limit, now)) ?? 1
}

export type CountedKey = { key: string; count: number; max: number; windowMs: number }

/**
 * A part of a statement that counts several keys, each up to its `max`, and returns the counted
 * keys. If a key is missing in the result, another process has reached the key's limit after the
 * check, and the caller must roll back. The rows stay locked, in the order of the keys.
 */
export function countingKeys(counts: readonly CountedKey[], now: Date): RawBuilder<unknown> {
  const added = sql`jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
    as a(key text, count int, max int, "windowMs" int)`
  return sql`insert into rate_count as r (key, window_end, count)
    select key, ${now}::timestamptz + "windowMs" * interval '1 ms', count from ${added} order by key
    on conflict (key) do update set
      count = case when r.window_end <= ${now} then 0 else r.count end + excluded.count,
      window_end = case when r.window_end <= ${now} then excluded.window_end else r.window_end end
    where case when r.window_end <= ${now} then 0 else r.count end + excluded.count
      <= (select a.max from ${added} where a.key = r.key)
    returning key`
}

/**
 * Counts several keys, each up to its `max`. Returns the keys that were counted. If a key is
 * missing, the caller must roll back.
 */
export async function countKeys(
  tx: Tx,
  counts: readonly CountedKey[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`${countingKeys(counts, now)}`.execute(tx)
  return new Set(rows.map(({ key }) => key))
}

/** The current counts by key, with the ends of their windows. Leaves out keys without a count. */
export async function selectCounts(
  db: Db,
  keys: readonly string[],
  now: Date,
): Promise<{ key: string; count: number; window_end: Date }[]> {
  return await db
    .selectFrom('rate_count')
    .select(['key', 'count', 'window_end'])
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .where('window_end', '>', now)
    .execute()
}

/** Reverses a count that was made at `countedAt`, because the request was refused afterwards. */
export async function uncount(
  db: Db,
  { key, windowMs, by = 1 }: { key: string; windowMs: number; by?: number },
  countedAt: Date,
): Promise<void> {
  const before = new Date(countedAt.getTime() + windowMs)
  await sql`update rate_count set count = greatest(0, count - ${by})
    where key = ${key} and window_end > ${countedAt} and window_end <= ${before} and count > 0`.execute(
    db,
  )
}

/** The seconds until the key is below its limit; null if it is below it now. Counts nothing. */
export async function secondsUntilAllowed(
  db: Db,
  key: string,
  limit: Limit,
  now: Date,
): Promise<number | null> {
  const row = await db
    .selectFrom('rate_count')
    .select(['count', 'window_end'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row || row.window_end <= now || row.count < limit.max) return null
  return Math.max(1, Math.ceil((row.window_end.getTime() - now.getTime()) / 1000))
}

/**
 * Acquires a slot of the rate limit `name`, which has `perSecond` slots in a second (0: no limit).
 * Returns null if the caller has the slot, or the ms until the caller may try again.
 */
export async function acquireSlot(
  db: Db,
  name: string,
  perSecond: number,
  now: Date,
): Promise<number | null> {
  if (perSecond === 0) return null
  const gap = 1000 / perSecond
  const { rows } = await sql<{ name: string }>`
    insert into rate_slot as t (name, next_at)
    values (${name}, ${new Date(now.getTime() + gap)})
    on conflict (name) do update set next_at = ${slotAfter(now, gap)}
    where t.next_at <= ${now}
    returning name`.execute(db)
  return rows.length === 1 ? null : gap
}

/** If a slot was used up to 200 ms late, the slots after it are not delayed. */
const slotAfter = (now: Date, gapMs: number) =>
  sql`greatest(t.next_at, ${now}::timestamptz - interval '200 ms') + ${gapMs} * interval '1 ms'`

export async function freeSlot(db: Db, name: string): Promise<void> {
  await db.deleteFrom('rate_slot').where('name', '=', name).execute()
}

/** Extends an acquired slot to `until`. Called after the work for which the slot was acquired. */
export async function keepSlot(db: Db, name: string, until: Date): Promise<void> {
  await db.updateTable('rate_slot').set({ next_at: until }).where('name', '=', name).execute()
}

export const isSlotFree = (name: string, now: Date): RawBuilder<boolean> =>
  sql`not exists (select from rate_slot where name = ${name} and next_at > ${now})`

/** The ms until the slot is free; 0 if it is free now. Acquires nothing. */
export async function msUntilSlot(db: Db, name: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('rate_slot')
    .select('next_at')
    .where('name', '=', name)
    .executeTakeFirst()
  return row ? Math.max(0, row.next_at.getTime() - now.getTime()) : 0
}

export async function lockSlot(tx: Tx, name: string, now: Date): Promise<boolean> {
  await sql`insert into rate_slot (name, next_at) values (${name}, ${now})
    on conflict (name) do nothing`.execute(tx)
  const { rows } = await sql`select from rate_slot where name = ${name} and next_at <= ${now}
    for update`.execute(tx)
  return rows.length === 1
}

export async function consumeSlot(
  tx: Tx,
  name: string,
  perSecond: number,
  now: Date,
): Promise<void> {
  await sql`update rate_slot t set next_at = ${slotAfter(now, 1000 / perSecond)}
    where name = ${name}`.execute(tx)
}

/** The time in ms for which unused slots accumulate. They may then be used in one burst. */
const KEPT_MS = 500

/**
 * A part of a statement that acquires up to `requested` slots. There are `perSecond` slots in a
 * second for all processes together. Returns the number of acquired slots as `granted`, or no row
 * if no slot is free. The limit's row stays locked until the transaction ends.
 */
export function acquiringSlots(
  name: string,
  { requested, perSecond, now }: { requested: RawBuilder<number>; perSecond: number; now: Date },
): RawBuilder<{ granted: number }> {
  // Rounds up to whole ms, the unit of the column, because rounding down would exceed the rate.
  const gap = Math.ceil(1000 / perSecond)
  const kept = Math.max(KEPT_MS, gap)
  const earliest = new Date(now.getTime() - kept)
  const most = Math.floor(kept / gap)
  const from = sql`greatest(t.next_at, ${earliest}::timestamptz)`
  const ms = sql`extract(epoch from ${now}::timestamptz - ${from}) * 1000`
  const granted = sql`least(excluded.granted, floor(${ms} / ${gap}::int)::int)`
  return sql`insert into rate_slot as t (name, next_at, granted)
    select ${name}, ${earliest}::timestamptz + a.count * ${gap}::int * interval '1 ms', a.count
    from (select least(${requested}, ${most}::int)::int as count) a where a.count > 0
    on conflict (name) do update
      set granted = ${granted}, next_at = ${from} + ${granted} * ${gap}::int * interval '1 ms'
      where ${granted} > 0
    returning granted`
}

export async function blockSlots(db: Db, name: string, until: Date): Promise<void> {
  await sql`insert into rate_slot as t (name, next_at) values (${name}, ${until})
    on conflict (name) do update set next_at = greatest(t.next_at, excluded.next_at)`.execute(db)
}

export async function deleteEndedCounts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_count').where('window_end', '<=', now).execute()
}
