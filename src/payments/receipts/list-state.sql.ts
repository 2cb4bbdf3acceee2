import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { paymentTimes } from '../declarations.ts'

/** The rate-limit slot of the hourly reading of M-Pesa's list. */
export const ROUTINE_SLOT = 'routine pull'

/** The rate-limit slot of readings for missing receipts, or while M-Pesa's list is unavailable. */
export const CHECK_SLOT = 'receipt check'

/** The list was read completely for payments before `read_until`; null if it was never read. */
type ListState = {
  read_until: Date | null
  /** Null if the last reading was complete. */
  unavailable_since: Date | null
  reason: string | null
  alarmed_at: Date | null
}

const NEVER_READ = { read_until: null, unavailable_since: null, reason: null, alarmed_at: null }

export async function selectListState(db: Db): Promise<ListState> {
  const row = await db.selectFrom('mpesa_list').selectAll().executeTakeFirst()
  return row ?? NEVER_READ
}

/**
 * Unlisted receipts from before this time are late. While the list is unavailable, a receipt that
 * no complete reading covers is not late until it is too old for the list.
 */
export function lateBefore(now: Date, timeScale: number): RawBuilder<Date> {
  const { lookupMaxMs, unlistedMaxMs } = paymentTimes(timeScale)
  const ago = (ms: number) => sql`${new Date(now.getTime() - ms)}::timestamptz`
  return sql`greatest(${ago(lookupMaxMs)}, least(${ago(unlistedMaxMs)}, (
    select coalesce(read_until, 'epoch') from mpesa_list where unavailable_since is not null)))`
}

export const isListUnavailable: RawBuilder<boolean> = sql`exists (
  select from mpesa_list where unavailable_since is not null)`

/** The time of the next reading that CHECK_SLOT allows: `now` if a reading is allowed already. */
export const nextReading = (now: Date): RawBuilder<Date> => sql`greatest(${now}::timestamptz,
  (select next_at from rate_slot where name = ${CHECK_SLOT}))`

/**
 * `from` is null if the reading reached back as far as the list does. A gap after the earlier
 * readings changes nothing, because the list may be unavailable for the gap.
 */
export async function recordListRead(
  db: Db,
  { from, until }: { from: Date | null; until: Date },
): Promise<void> {
  await sql`
    insert into mpesa_list as l (read_until) values (${until})
    on conflict (id) do update set read_until = greatest(l.read_until, excluded.read_until),
      unavailable_since = null, reason = null, alarmed_at = null
    where ${from}::timestamptz is null or l.read_until is null or l.read_until >= ${from}`.execute(
    db,
  )
}

export async function recordListFailure(db: Db, reason: string, now: Date): Promise<void> {
  await sql`
    insert into mpesa_list as l (unavailable_since, reason) values (${now}, ${reason})
    on conflict (id) do update set reason = excluded.reason,
      unavailable_since = coalesce(l.unavailable_since, excluded.unavailable_since)`.execute(db)
}

/** Returns the state only once, for one alert; undefined if not unavailable since `before`. */
export async function markUnavailable(db: Db, before: Date, now: Date) {
  return await db
    .updateTable('mpesa_list')
    .set({ alarmed_at: now })
    .where('alarmed_at', 'is', null)
    .where('unavailable_since', '<=', before)
    .returning(['unavailable_since', 'reason'])
    .executeTakeFirst()
}
