import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import type { EventDay } from '../event.rules.ts'

/** Moves each day of the event by this number of days. */
export async function shiftDays(tx: Tx, eventId: string, by: number): Promise<void> {
  await keepSaleEnds(tx, eventId, async () => {
    await sql`update event_day set date = date + ${by}::int where event_id = ${eventId}`.execute(tx)
  })
}

/** Gives one day another date and time. Date and time of the event stay those of its first day. */
export async function moveDay(
  tx: Tx,
  eventId: string,
  { n, date, time }: Pick<EventDay, 'n' | 'date' | 'time'>,
): Promise<void> {
  await keepSaleEnds(tx, eventId, async () => {
    await sql`update event_day set date = ${date}, time = ${time}
      where event_id = ${eventId} and n = ${n}`.execute(tx)
  })
  await keepDates(tx, eventId)
}

/**
 * Stores date and time of an event's first day, cancelled or not, and the date of the last day that
 * takes place. At least one day takes place until the whole event is cancelled.
 */
async function keepDates(tx: Tx, eventId: string): Promise<void> {
  await sql`update event set date = d.first, time = d.time, days_after = d.last - d.first
    from (
      select min(date) as first, max(date) filter (where cancelled_at is null) as last,
        (array_agg(time order by date))[1] as time
      from event_day where event_id = ${eventId}
    ) d where id = ${eventId}`.execute(tx)
}

/**
 * Cancels one day. After the commit, tickets that are only for cancelled days cannot be sold. The
 * caller has locked the event and its ticket types, so a concurrent sale either committed first or
 * finds the types closed.
 */
export async function closeDay(tx: Tx, eventId: string, n: number, now: Date): Promise<void> {
  await keepSaleEnds(tx, eventId, async () => {
    await sql`update event_day set cancelled_at = ${now}
      where event_id = ${eventId} and n = ${n}`.execute(tx)
  })
  await keepDates(tx, eventId)
  // Also ends sales that have not begun. Clears their start, because no end may be before a start.
  await sql`update ticket_type t set closed_at = coalesce(t.closed_at, ${now}),
      sale_from = case when t.sale_from < ${now} then t.sale_from end,
      sale_until = least(t.sale_until, ${now})
    where t.event_id = ${eventId} and ${n}::smallint = any(t.day_numbers) and not exists (
      select from event_day d
      where d.event_id = t.event_id and d.n = any(t.day_numbers) and d.cancelled_at is null
    )`.execute(tx)
  await sql`update event set updated_at = greatest(${now}, updated_at + interval '1 ms')
    where id = ${eventId}`.execute(tx)
}

/** The end of the last day of type `t` that takes place, as `dayEndOf` computes it. */
const dayEnd: RawBuilder<Date | null> = sql`(
  select (coalesce(max(d.date) filter (where d.cancelled_at is null), max(d.date))
    + interval '1 day 6 hours') at time zone 'Africa/Nairobi'
  from event_day d where d.event_id = t.event_id and d.n = any(t.day_numbers))`

/**
 * Changes days by `change`. If the sale of a type ended with its last day, it then ends with its
 * new last day; an earlier end that the organizer has set stays.
 */
async function keepSaleEnds(tx: Tx, eventId: string, change: () => Promise<void>): Promise<void> {
  const { rows: before } = await sql<{ id: string; day_end: Date }>`
    select t.id, ${dayEnd} as day_end from ticket_type t where t.event_id = ${eventId}`.execute(tx)
  await change()
  await sql`
    update ticket_type t set sale_until = case when t.sale_until = b.day_end then ${dayEnd}
      else least(t.sale_until, ${dayEnd}) end
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) b(id uuid, day_end timestamptz)
    where t.id = b.id`.execute(tx)
}
