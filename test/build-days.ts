import type { Db } from '../src/platform/database/db.ts'

/** A day of an event of several days, by default at 15:00. */
export type DaySpec = { date: string; time?: string; cancelledAt?: Date }

const DAY_MS = 86_400_000

/** The columns of an event that follow from its days. */
export function dayColumns(days: readonly DaySpec[]) {
  const [first, last] = [days[0], days.findLast(({ cancelledAt }) => !cancelledAt) ?? days.at(-1)]
  const ms = first && last ? Date.parse(last.date) - Date.parse(first.date) : 0
  return { highest_day: days.length, days_after: ms / DAY_MS }
}

/** Inserts the days of an event, numbered from 1. */
export async function buildDays(db: Db, eventId: string, days: readonly DaySpec[]): Promise<void> {
  for (const [index, { date, time = '15:00', cancelledAt }] of days.entries()) {
    const day = { event_id: eventId, n: index + 1, date, time, cancelled_at: cancelledAt ?? null }
    await db.insertInto('event_day').values(day).execute()
  }
}
