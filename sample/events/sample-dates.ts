import { nairobiDateTime } from '../../src/platform/values/nairobi.rules.ts'

/** Sunday is 0. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/**
 * The time of a sample event, relative to the first start. The resulting date is always in the
 * future.
 */
export type When =
  /** Today if the event starts at least two hours from now, otherwise tomorrow. */
  | { kind: 'tonight' }
  /** The date `days` days from today. With `on`, the first such weekday on or after that date. */
  | { kind: 'days'; days: number; on?: Weekday }
  /** A position, from 0 (start) to 1 (end), in the remaining days of this week. */
  | { kind: 'week'; place: number }
  /**
   * A position, from 0 (start) to 1 (end), in the days of this month after this week. With `on`, a
   * position among those days that are the weekday `on`, unless there are none.
   */
  | { kind: 'month'; place: number; on?: Weekday }
  /** The nth weekday `on` of the month that is `months` months ahead. */
  | { kind: 'later'; months: number; nth: 1 | 2 | 3 | 4; on: Weekday }

const DAY_MS = 24 * 3600 * 1000
/**
 * An event tonight starts at least two hours from now, because no organizer begins to sell
 * tickets less than two hours before the start.
 */
const TONIGHT_AHEAD_MINUTES = 120

/** The date in Nairobi (YYYY-MM-DD) of an event at `time` (HH:MM), always after `now`. */
export function sampleDate(when: When, time: string, now: Date): string {
  const [date = '', clock = ''] = nairobiDateTime(now).split(' ')
  // Calendar days are counted in UTC, where each day has 24 hours.
  const today = new Date(`${date}T00:00:00Z`)
  switch (when.kind) {
    case 'tonight':
      return iso(addDays(today, minutes(time) - minutes(clock) >= TONIGHT_AHEAD_MINUTES ? 0 : 1))
    case 'days':
      return iso(weekdayFrom(addDays(today, when.days), when.on))
    case 'week':
      return iso(inWindow(restOfWeek(today), when.place))
    case 'month':
      return iso(inWindow(restOfMonth(today), when.place, when.on))
    case 'later': {
      const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + when.months, 1))
      return iso(addDays(weekdayFrom(first, when.on), (when.nth - 1) * 7))
    }
  }
}

/**
 * The date in Nairobi (YYYY-MM-DD) of the first weekday `on` at or after the date `daysAgo` days
 * ago. `daysAgo` is at least 7.
 */
export function pastDate({ daysAgo, on }: { daysAgo: number; on: Weekday }, now: Date): string {
  const today = new Date(`${nairobiDateTime(now).slice(0, 10)}T00:00:00Z`)
  return iso(weekdayFrom(addDays(today, -daysAgo), on))
}

type Window = { from: Date; to: Date }

/**
 * The days from tomorrow to Sunday. If today is Sunday, the days of the coming week, because the
 * current week has no day left.
 */
function restOfWeek(today: Date): Window {
  const left = (7 - today.getUTCDay()) % 7
  return { from: addDays(today, 1), to: addDays(today, left === 0 ? 7 : left) }
}

/**
 * The days from the end of this week to the end of the month. In the last week of a month: the
 * month's remaining days, or the next two weeks if none remain.
 */
function restOfMonth(today: Date): Window {
  const end = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 0))
  const afterWeek = addDays(restOfWeek(today).to, 1)
  if (afterWeek <= end) return { from: afterWeek, to: end }
  // Start on the day after tomorrow, because tomorrow may already have most of this week's events.
  const from = addDays(today, 2)
  return { from, to: from <= end ? end : addDays(today, 14) }
}

function inWindow({ from, to }: Window, place: number, on?: Weekday): Date {
  const days: Date[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  const wanted = days.filter((day) => on === undefined || day.getUTCDay() === on)
  const choice = wanted.length > 0 ? wanted : days
  return choice[Math.min(choice.length - 1, Math.floor(place * choice.length))]!
}

function weekdayFrom(day: Date, on: Weekday | undefined): Date {
  return on === undefined ? day : addDays(day, (on - day.getUTCDay() + 7) % 7)
}

function addDays(day: Date, count: number): Date {
  return new Date(day.getTime() + count * DAY_MS)
}

function iso(day: Date): string {
  return day.toISOString().slice(0, 10)
}

function minutes(clock: string): number {
  const [hours, rest] = clock.split(':').map(Number)
  return hours! * 60 + rest!
}
