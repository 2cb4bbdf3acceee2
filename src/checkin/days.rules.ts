// The days of an event of several days, as gates decide by them. A gate's day begins at 06:00 in
// Nairobi, so that guests of a night are counted on the day on which it began.
import type { EventDay } from '../events/event.rules.ts'
import { gateDay } from '../events/sales.rules.ts'
import { DOORS_BEFORE_MS } from './checkin.rules.ts'

/** The days of an event of several days, in order of time, and the days of each ticket type. */
export type SeveralDays = {
  days: EventDay[]
  types: Record<string, { day_numbers: number[]; once_in_all: boolean }>
}

/** The days of a ticket's type, in order of time. A type with several days is a pass. */
export type TypeDays = { days: readonly EventDay[]; is_once_in_all: boolean }

export function typeDaysOf(days: readonly EventDay[], type: TypeOfDays): TypeDays {
  const { day_numbers = [], once_in_all = false } = type
  return { days: days.filter(({ n }) => day_numbers.includes(n)), is_once_in_all: once_in_all }
}
type TypeOfDays = { day_numbers?: readonly number[]; once_in_all?: boolean }

/** Whether a ticket enters once per day. */
export const isPerDay = ({ days, is_once_in_all }: TypeDays): boolean =>
  days.length > 1 && !is_once_in_all

/**
 * The day on which a ticket's holder should come. Null if the ticket is for the day of `at`;
 * otherwise the next day of the ticket, or its last day if all its days are over.
 */
export function otherDayOf(days: readonly EventDay[], at: number): EventDay | null {
  const today = gateDay(new Date(at))
  const held = days.filter(({ cancelled_at }) => cancelled_at === null)
  if (held.some(({ date }) => date === today)) return null
  return held.find(({ date }) => date > today) ?? held.at(-1) ?? days.at(-1) ?? null
}

/** Whether every day of a ticket is cancelled, so that it lets no one in. */
export const areCancelled = (days: readonly EventDay[]): boolean =>
  days.length > 0 && days.every(({ cancelled_at }) => cancelled_at !== null)

/** The day of the event that `at` belongs to. Undefined on a day without the event. */
export const dayAt = (days: readonly EventDay[], at: number): EventDay | undefined =>
  days.find(({ date }) => date === gateDay(new Date(at)))

/** The time, in ms, before which a check-in needs a confirmation. */
export function doorsAt({ date, time }: { date: string; time: string }): number {
  return Date.parse(`${date}T${time.slice(0, 5)}:00+03:00`) - DOORS_BEFORE_MS
}
