import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { EventChoices } from '../events.contract.ts'
import { isListed, takesPlace } from '../sales.sql.ts'
import { isFree, townOf } from '../search.sql.ts'
import type { DateRange } from './date-range.rules.ts'

/** The choices are computed from this number of events on sale, the soonest first. */
const REACH = 200
const TOWNS = 3

/**
 * The home page's choices that match at least one of the REACH soonest events on sale. If a town
 * is spelled in several ways, returns the most frequent spelling.
 */
export async function selectChoices(
  db: Db,
  now: Date,
  { tonight, weekend }: { tonight: Required<DateRange>; weekend: Required<DateRange> },
): Promise<EventChoices> {
  const { rows } = await sql<EventChoices>`
    with soonest as materialized (
      select ${takesPlace(sql`${tonight.from}::date`, sql`${tonight.to}::date`)} as tonight,
        ${takesPlace(sql`${weekend.from}::date`, sql`${weekend.to}::date`)} as weekend,
        ${townOf} as town,
        e.location like '%,%' as has_town, ${isFree} as is_free
      from event e where e.is_published and ${isListed(now)}
      order by e.date, e.time, e.id limit ${sql.lit(REACH)}
    )
    select
      exists (select from soonest where tonight) as tonight,
      exists (select from soonest where weekend) as weekend,
      exists (select from soonest where is_free) as free,
      array(
        select mode() within group (order by town) from soonest where has_town
        group by lower(town) order by count(*) desc, lower(town) limit ${sql.lit(TOWNS)}
      ) as towns`.execute(db)
  return rows[0]!
}

export function selectCategories(db: Db) {
  return db.selectFrom('category').select(['id', 'name']).orderBy('name').execute()
}

/** The gates of the list that all events share. */
export function selectGates(db: Db) {
  return db
    .selectFrom('gate')
    .select(['id', 'name', 'gate_offset'])
    .where('event_id', 'is', null)
    .orderBy('gate_offset')
    .orderBy('name')
    .execute()
}
