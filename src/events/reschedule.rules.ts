import { formatDate, formatTime } from './event-words.rules.ts'

/**
 * Buyers of a rescheduled event may request a refund for this number of days after the
 * announcement.
 */
export const RESCHEDULE_DAYS = 14

/** YYYY-MM-DD and HH:MM in Nairobi. */
export type Schedule = { date: string; time: string; location: string }

export function requestUntil(announcedAt: Date): Date {
  return new Date(announcedAt.getTime() + RESCHEDULE_DAYS * 86_400_000)
}

export function isMoved(old: Schedule, now: Schedule): boolean {
  return old.date !== now.date || old.time !== now.time || old.location !== now.location
}

/** The parts of the old schedule that have changed, in words: '12 December 2026, 3:00 PM'. */
export function previousSchedule(old: Schedule, now: Schedule): string {
  const parts = [
    ...(old.date === now.date ? [] : [formatDate(old.date)]),
    ...(old.date === now.date && old.time === now.time ? [] : [formatTime(old.time)]),
    ...(old.location === now.location ? [] : [old.location]),
  ]
  return parts.join(', ')
}
