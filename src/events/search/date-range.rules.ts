/** The choices of 'Browse by date', with their values in the address. */
export const DATE_CHOICES = [
  { value: 'week', label: 'This Week' },
  { value: 'month', label: 'This Month' },
  { value: 'next_month', label: 'Next Month' },
  { value: 'all', label: 'All Upcoming' },
] as const
export type DateChoice = (typeof DATE_CHOICES)[number]['value']

/** The date choice in an address, or 'all' if the address has no valid choice. */
export function readDateChoice(text: string | null | undefined): DateChoice {
  return DATE_CHOICES.find(({ value }) => value === text)?.value ?? 'all'
}

export type DateRange = { from?: string; to?: string }

/**
 * The first and last day of a choice, for `from` and `to` of GET /api/events. `today` is YYYY-MM-DD
 * in Nairobi; weeks run from Monday to Sunday. The range may include past days, because the list
 * leaves out events that have ended.
 */
export function rangeFor(choice: DateChoice, today: string): DateRange {
  const [year = 0, month = 1] = today.split('-').map(Number)
  if (choice === 'week') return weekDays(today, 0)
  if (choice === 'month') return { from: iso(year, month - 1, 1), to: iso(year, month, 0) }
  if (choice === 'next_month') return { from: iso(year, month, 1), to: iso(year, month + 1, 0) }
  return {}
}

export function tonight(today: string): Required<DateRange> {
  return { from: today, to: today }
}

/** Friday to Sunday of this week. */
export function thisWeekend(today: string): Required<DateRange> {
  return weekDays(today, 4)
}

/** The days of this week from the weekday `first` (0 is Monday) to Sunday. */
function weekDays(today: string, first: number): Required<DateRange> {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const monday = day - ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7)
  return { from: iso(year, month - 1, monday + first), to: iso(year, month - 1, monday + 6) }
}

/**
 * Formats a date. A day or month out of range belongs to the previous or next month or year, as in
 * `Date.UTC`.
 */
function iso(year: number, monthIndex: number, day: number): string {
  return new Date(Date.UTC(year, monthIndex, day)).toISOString().slice(0, 10)
}
