import { type RawBuilder, sql } from 'kysely'
import { latestDate } from '../../events/event-change.sql.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { isCheckedIn } from '../../tickets/tickets.sql.ts'

/** The number of complaints about event `e`, settled or not. */
export const complaintCount: RawBuilder<number> = sql`(
  select count(*)::int from complaint c where c.event_id = e.id)`

/** Events are looked at for this many days. Claims and complaints come within this time. */
const WINDOW_DAYS = 60

/** Records past events that had sales but no check-in. `day` is the latest date that is over. */
export async function noticeMissing(db: Db, day: string, now: Date): Promise<void> {
  await sql`
    insert into event_without_check_in (event_id, noticed_at)
    select e.id, ${now} from event e
    where e.is_published and e.cancelled_at is null
      and e.last_date between ${day}::date - ${WINDOW_DAYS}::integer and ${day}::date
      and ${latestDate()} <= ${day}::date and not ${isCheckedIn}
      and not exists (select from event_without_check_in n where n.event_id = e.id)
      and exists (select from ledger_line l where l.event_id = e.id and l.account = 'organizer')
    on conflict do nothing`.execute(db)
}

/** The noticed events that have more than `most` complaints and are not frozen yet. */
export async function selectToFreeze(
  db: Db,
  { most, now }: { most: number; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from event_without_check_in n join event e on e.id = n.event_id
    where n.noticed_at > ${now}::timestamptz - ${WINDOW_DAYS} * interval '1 day'
      and e.payouts_frozen_at is null and e.payouts_released_at is null and e.cancelled_at is null
      and ${complaintCount} > ${most}::integer and not ${isCheckedIn}
    order by e.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Records that an admin has looked at an event without check-ins. Returns its title, and whether
 * another admin had looked before; undefined if no such event was noticed.
 */
export async function settleMissing(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ title: string; isRepeated: boolean } | undefined> {
  const { rows } = await sql<{ title: string; settled_at: Date | null }>`
    select e.title, n.settled_at from event_without_check_in n join event e on e.id = n.event_id
    where n.event_id = ${id} for no key update of n`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  const isRepeated = found.settled_at !== null
  if (!isRepeated) {
    await sql`update event_without_check_in set settled_at = ${now} where event_id = ${id}`.execute(
      tx,
    )
  }
  return { title: found.title, isRepeated }
}
