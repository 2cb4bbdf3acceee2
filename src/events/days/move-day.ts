import { refuseField } from '../../platform/errors.ts'
import { EventError } from '../errors.ts'
import type { EventDay } from '../event.rules.ts'
import { isMoved, type Schedule } from '../reschedule.rules.ts'
import { SPAN_DAYS } from '../sales.rules.ts'
import { spanOf } from './day-counts.rules.ts'
import { DAY_TEXTS, EARLIEST_TIME } from './day-words.rules.ts'
import { findDay } from './days.ts'

/** Finds a day that takes place. Throws day_cancelled, or an AppError that names `day`. */
export function findHeldDay(days: readonly EventDay[], n: number): EventDay {
  const day = findDay(days, n)
  if (day.cancelled_at !== null) {
    throw new EventError('day_cancelled', { details: { field: 'day' } })
  }
  return day
}

type DayRequest = { [part in keyof Schedule]: Schedule[part] | null | undefined }

/**
 * Plans the move of one day. Null if the day has this schedule already. Throws an AppError that
 * names the field at fault, for example for another location or the date of another day.
 */
export function planDayMove(
  days: readonly EventDay[],
  day: EventDay,
  { date, time, location }: DayRequest,
  place: string,
): { old: Schedule; moved: Schedule } | null {
  if (location && location !== place) {
    refuseField('location', 'All days have one location. Choose the whole event to change it.')
  }
  const old = { date: day.date, time: day.time, location: place }
  const moved = { ...old, date: date ?? day.date, time: (time ?? day.time).slice(0, 5) }
  if (!isMoved(old, moved)) return null
  const dates = days.filter(({ n }) => n !== day.n).map((one) => one.date)
  if (dates.includes(moved.date)) {
    refuseField('date', 'Another day of this event is on this date. Choose a date of its own.')
  }
  if (spanOf([...dates, moved.date]) > SPAN_DAYS) refuseField('date', DAY_TEXTS.span)
  if (moved.time < EARLIEST_TIME) refuseField('time', DAY_TEXTS.early)
  return { old, moved }
}

/** Throws an AppError that names `time` if a move of all days would change a time. */
export function requireKeptTime(old: Schedule, moved: Schedule): void {
  if (moved.time === old.time) return
  refuseField('time', 'Each day keeps its time. Choose one day to change its time.')
}
