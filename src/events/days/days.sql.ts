import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import type { EventDay } from '../event.rules.ts'
import { eventDays } from '../sales.sql.ts'

/** The days of an event in order of time. Empty if it is an event of one day. */
export async function selectDays(db: Db, eventId: string): Promise<EventDay[]> {
  const { rows } = await sql<{ days: EventDay[] }>`
    select ${eventDays} as days from event e where e.id = ${eventId}`.execute(db)
  return rows[0]?.days ?? []
}

/** Replaces the days of an event. Does not change whether a kept day is cancelled. */
export async function replaceDays(
  tx: Tx,
  eventId: string,
  days: readonly EventDay[],
): Promise<void> {
  const numbers = days.map(({ n }) => n)
  await sql`delete from event_day
    where event_id = ${eventId} and n <> all(${numbers}::smallint[])`.execute(tx)
  // A single statement, because days may exchange their dates.
  await sql`
    insert into event_day (event_id, n, date, time)
    select ${eventId}, d.n, d.date, d.time
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d(n smallint, date date, time time)
    on conflict (event_id, n) do update set date = excluded.date, time = excluded.time`.execute(tx)
}
