import type { Language } from '../platform/values/language.rules.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { formatDate, formatTime } from '../ui/dates.rules.ts'

/**
 * Buyers of a rescheduled event may request a refund for this number of days after the day of the
 * announcement.
 */
export const RESCHEDULE_DAYS = 14

/**
 * Buyers are notified of reschedules of one event at most once in this time. A further reschedule
 * waits, and buyers are notified of the last schedule.
 */
export const TELL_EVERY_MS = 3600_000

/** YYYY-MM-DD and HH:MM in Nairobi. */
export type Schedule = { date: string; time: string; location: string }

/** The last instant of the last day in Nairobi on which refunds can be requested. */
export function requestUntil(announcedAt: Date): Date {
  const day = Date.parse(`${nairobiDate(announcedAt)}T00:00:00+03:00`)
  return new Date(day + (RESCHEDULE_DAYS + 1) * 86_400_000 - 1)
}

export function isMoved(old: Schedule, now: Schedule): boolean {
  return old.date !== now.date || old.time !== now.time || old.location !== now.location
}

/** The parts of a schedule that differ from the other one: 'December 12, 2026'. */
export function differingParts(schedule: Schedule, other: Schedule, language?: Language): string {
  const { date, time, location } = schedule
  const parts = [
    ...(date === other.date ? [] : [formatDate(date, language)]),
    ...(time === other.time ? [] : [formatTime(time)]),
    ...(location === other.location ? [] : [location]),
  ]
  return parts.join(', ')
}

/**
 * The parts of the old schedule that have changed, in words: 'December 12, 2026, 3:00 PM'. The old
 * time follows a changed date also if the time is the same.
 */
export function previousSchedule(old: Schedule, now: Schedule, language?: Language): string {
  return differingParts(old, old.date === now.date ? now : { ...now, time: '' }, language)
}

/** An admin may correct an event's date by up to this number of days, even to a past date. */
const CORRECTION_DAYS = 2
/** An event's new date may be at most this number of years ahead. */
const YEARS_AHEAD = 3

type NewDate = {
  /** The new date, as YYYY-MM-DD. */
  date: string
  /** The event's stored date. Empty or null if it has none. */
  stored: string | null | undefined
  isAdmin: boolean
  now: Date
}

/**
 * The reason why an event may not get this date: '2015? This date has passed.' Null if the date is
 * allowed. Past dates are refused, because a past date would release the organizer's reserve. It
 * would also end the term after which buyers' data is erased.
 */
export function dateFault({ date, stored, isAdmin, now }: NewDate): string | null {
  if (date === stored) return null
  const today = nairobiDate(now)
  const year = date.slice(0, 4)
  const question = year === today.slice(0, 4) ? '' : `${year}? `
  if (date > latestDate(today)) {
    return `${question}Choose a date within the next ${YEARS_AHEAD} years.`
  }
  const isCorrection = isAdmin && !!stored && daysBetween(date, stored) <= CORRECTION_DAYS
  if (date >= today || isCorrection) return null
  return `${question}This date has passed. Choose today or a later date.`
}

const latestDate = (today: string) => `${Number(today.slice(0, 4)) + YEARS_AHEAD}${today.slice(4)}`

const daysBetween = (one: string, other: string) =>
  Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000
