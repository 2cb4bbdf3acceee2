import { formatDate, formatFullDate, formatTime, inNairobi } from '../dates.rules.ts'

/** Shown instead of a figure that cannot be computed because its divisor is zero. */
export const NO_FIGURE = '–'

// Formatters are shared, because creating one for each call costs more than rendering the rest of a
// table.
const whole = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })
const cents = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** '12,345', or '−12' with a true minus. */
export function formatCount(count: number): string {
  return withMinus(whole.format(count))
}

/** 'KES 120.50', for amounts that must match to the cent. Whole shillings have no decimals. */
export function formatExactKes(amount: number): string {
  const number = (Number.isInteger(amount) ? whole : cents).format(amount)
  return `KES ${withMinus(number)}`
}

/** A short form for chart axes: '800', '5,000', '25K', '1.5M'. */
export function formatShort(value: number): string {
  return withMinus((Math.abs(value) < 10_000 ? whole : compact).format(value))
}

const withMinus = (number: string) => number.replace('-', '−')

/** `part` as a percentage of `of`, with one decimal: '12.5%'. A dash if `of` is zero. */
export function formatShare(part: number, of: number): string {
  return of > 0 ? `${((part / of) * 100).toFixed(1)}%` : NO_FIGURE
}

/** 'August 10, 2026' from YYYY-MM-DD. 'No date yet' from ''. */
export const formatDay = (date: string): string => (date === '' ? 'No date yet' : formatDate(date))

/**
 * 'Saturday, December 19, 2026' from the value of a date field, with or without a time. Undefined
 * for an empty field.
 */
export const chosenDay = (value: string): string | undefined =>
  value === '' ? undefined : formatFullDate(value.slice(0, 10))

const DAY_MS = 24 * 3_600_000

/** An instant in Nairobi as 'August 10, 2026' and '4:05 PM'. A text that is no instant stays. */
export function formatInstant(instant: string): { day: string; time: string } {
  if (Number.isNaN(Date.parse(instant))) return { day: instant, time: '' }
  const [date, time] = inNairobi(instant)
  return { day: formatDate(date), time: formatTime(time) }
}

/** Turns a code into a label: 'refund_due' becomes 'Refund due', 'qr' becomes 'Qr'. */
export function capitalise(word: string): string {
  const words = word.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The age of an account or a task: 'today', '1 day', '12 days', '5 months', '2 years'. */
export const formatAge = (instant: string, now: Date): string =>
  ageText(Math.floor((now.getTime() - Date.parse(instant)) / DAY_MS))

/** Formats an age in whole days, like `formatAge`. */
export function ageText(days: number): string {
  if (days < 1) return 'today'
  if (days < 60) return countOf(days, 'day')
  const months = Math.floor(days / 30.44)
  return months < 24 ? countOf(months, 'month') : countOf(Math.floor(days / 365.25), 'year')
}

/** The time since an instant: '0 min', '45 min', '3 h', then as `formatAge`. */
export function formatWait(instant: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / 60_000))
  if (minutes < 60) return `${minutes} min`
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : formatAge(instant, now)
}

/** The distance of a day in Nairobi: 'today', 'tomorrow', 'in 12 days', 'yesterday', '3 days ago'. */
export function dayDistance(date: string, now: Date): string {
  const days = Math.round((Date.parse(date) - Date.parse(inNairobi(now)[0])) / DAY_MS)
  if (days >= 2) return `in ${countOf(days, 'day')}`
  if (days <= -2) return `${countOf(-days, 'day')} ago`
  return ['yesterday', 'today', 'tomorrow'][days + 1]!
}

/** '1 day', '12 days' */
export const countOf = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
