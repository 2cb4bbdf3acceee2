import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Page } from '../../platform/http/list-page.ts'
import { isOf, isOnSale, type Sought } from '../events.sql.ts'
import { hasWords, type SoughtWord } from '../search.sql.ts'

export type Search = Sought & Page & { words: SoughtWord[] }

const inOrder = sql`order by e.date, e.time, e.id`

const isSought = (now: Date, search: Search) => isOnSale(now, search, isOf(search.category))

/**
 * Searches the `reach` soonest events on sale. Returns the ids of the first matches, up to `limit`
 * + 1. `seen` is null if there are `limit` + 1 matches; otherwise it is the number of searched
 * events. PostgreSQL reads the events in the order of an index and stops after enough matches,
 * because a common word matches many events.
 */
export async function selectAmongSoonest(
  db: Db,
  now: Date,
  search: Search,
  reach: number,
): Promise<{ ids: string[]; seen: number | null }> {
  const wanted = sql.lit(search.limit + 1)
  const { rows } = await sql<{ ids: string[]; seen: number | null }>`
    with soonest as materialized (
      select e.id, e.date, e.time, ${hasWords(search.words)} as fits
      from event e where ${isSought(now, search)} ${inOrder} limit ${sql.lit(reach)}
    ), found as materialized (
      select array(select e.id::text from soonest e where e.fits limit ${wanted}) as ids
    )
    select ids, case when cardinality(ids) < ${wanted} then (select count(*)::int from soonest) end
      as seen from found`.execute(db)
  return rows[0]!
}

/**
 * Finds the events with these words through the word index. Returns the ids of the soonest events,
 * up to `limit` + 1. Returns null if more than `max` events match. Reads only rows that match.
 */
export async function selectByWords(
  db: Db,
  now: Date,
  search: Search,
  max: number,
): Promise<string[] | null> {
  const { rows } = await sql<{ ids: string[]; found: number }>`
    with found as materialized (
      select e.id, e.date, e.time from event e
      where ${isSought(now, search)} and ${hasWords(search.words)}
    ), few as materialized (select * from found limit ${sql.lit(max + 1)})
    select (select count(*)::int from few) as found, array(
      select e.id::text from few e ${inOrder} limit ${sql.lit(search.limit + 1)}
    ) as ids`.execute(db)
  return rows[0]!.found > max ? null : rows[0]!.ids
}

/**
 * Marks up to `count` events whose days are all before the date `before` as over, so that searches
 * can skip them. Returns the number of marked events.
 */
export async function markOver(db: Db, before: string, count: number): Promise<number> {
  const { rows } = await sql`
    with past as materialized (
      select id from event where not is_over and date < ${before}::date and last_date < ${before}::date
      order by date limit ${count} for no key update skip locked
    )
    update event e set is_over = true from past where e.id = past.id returning e.id`.execute(db)
  return rows.length
}
