import { lastEndedDay } from '../events/sales.rules.ts'
import type { TaskFact } from '../platform/tasks/tasks.contract.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { countOf, formatDay } from '../ui/office/formats.rules.ts'

const DAY_MS = 86_400_000

/** Days from one date to another, both YYYY-MM-DD. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

export type HeldFacts = { date: string | null; isCheckedIn: boolean }

/**
 * 'Not held yet: December 12, 2026 (in 13 days)', or 'Held on November 1, 2026'. A past date alone
 * does not show that the event was held.
 */
export function heldFact({ date, isCheckedIn }: HeldFacts, now: Date): TaskFact {
  const fact = (text: string, is_warning: boolean) => ({ label: 'Event', text, is_warning })
  if (date === null) return fact('Not held yet: it has no date', true)
  if (date <= lastEndedDay(now.getTime())) {
    if (isCheckedIn) return fact(`Held on ${formatDay(date)}`, false)
    return fact(`Date passed, ${formatDay(date)}; no ticket was checked in`, true)
  }
  const days = daysBetween(nairobiDate(now), date)
  const when = days < 0 ? 'not over yet' : days === 0 ? 'today' : `in ${countOf(days, 'day')}`
  return fact(`Not held yet: ${formatDay(date)} (${when})`, true)
}

/** A warning if the event's date has passed without a check-in. Null for other events. */
export function missedText(held: HeldFacts, now: Date): string | null {
  const isPast = held.date !== null && held.date <= lastEndedDay(now.getTime())
  return isPast && !held.isCheckedIn ? heldFact(held, now).text : null
}
