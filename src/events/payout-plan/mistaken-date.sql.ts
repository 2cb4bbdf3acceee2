import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

type KnownDate = {
  /** Whether the event has the date now. */
  is_present: boolean
  /** Whether the event had the date before. */
  is_earlier: boolean
  is_mistaken: boolean
  /** Whether buyers were notified of the event's last move from this date, or of a later move. */
  is_told: boolean
}

/** The facts about one of an event's last dates. The caller has locked the event, which exists. */
export async function selectKnownDate(tx: Tx, eventId: string, date: string): Promise<KnownDate> {
  const { rows } = await sql<KnownDate>`
    select coalesce(e.last_date = ${date}::date, false) as is_present, count(c.id) > 0 as is_earlier,
      coalesce(bool_and(c.is_old_date_mistaken), false) as is_mistaken, exists (
        select from event_change told where told.event_id = e.id and told.notify_buyers
          and told.announced_at >= max(c.announced_at)
      ) as is_told
    from event e left join event_change c on c.event_id = e.id
      and c.old_date + c.days_after = ${date}::date
    where e.id = ${eventId} group by e.id`.execute(tx)
  return rows[0]!
}

/** Marks an earlier date of the event as a mistake, so that `latestDate` ignores it. */
export async function markMistaken(tx: Tx, eventId: string, date: string): Promise<void> {
  await sql`update event_change set is_old_date_mistaken = true
    where event_id = ${eventId} and old_date + days_after = ${date}::date`.execute(tx)
}
