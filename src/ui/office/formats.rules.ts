/** Shown instead of a figure that cannot be computed because its divisor is zero. */
export const NO_FIGURE = '–'

// Formatters are shared, because creating one for each call costs more than rendering the rest of a
// table.
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const wordyDate = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const shortDate = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const shortMonth = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
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
export function formatDay(date: string): string {
  if (date === '') return 'No date yet'
  const day = dayOf(date)
  return Number.isNaN(day.getTime()) ? date : longDate.format(day)
}

/**
 * 'Saturday 19 December 2026' from the value of a date field, with or without a time. Undefined for
 * an empty field.
 */
export function chosenDay(value: string): string | undefined {
  const day = dayOf(value.slice(0, 10))
  return Number.isNaN(day.getTime()) ? undefined : wordyDate.format(day).replace(',', '')
}

export function formatShortDay(date: string): string {
  const day = dayOf(date)
  return Number.isNaN(day.getTime()) ? date : shortDate.format(day)
}

export function formatMonth(date: string): string {
  const day = dayOf(date)
  return Number.isNaN(day.getTime()) ? date : shortMonth.format(day)
}

/**
 * Parses a calendar day as UTC midnight. Formatting in UTC then gives the same day in every time
 * zone.
 */
function dayOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`)
}

const NAIROBI_AHEAD_MS = 3 * 3_600_000
const DAY_MS = 24 * 3_600_000

/**
 * Formats an instant in Nairobi time (UTC+3 all year) as 'August 10, 2026' and '4:05 PM'. The time
 * is built without Intl, because ICU versions put different spaces before PM.
 */
export function formatInstant(instant: string): { day: string; time: string } {
  const at = Date.parse(instant)
  if (Number.isNaN(at)) return { day: instant, time: '' }
  const there = new Date(at + NAIROBI_AHEAD_MS)
  const hours = there.getUTCHours()
  const minutes = String(there.getUTCMinutes()).padStart(2, '0')
  const time = `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`
  return { day: longDate.format(there), time }
}

/**
 * 'Nov 26, 2:05 PM' in Nairobi. If the instant is in another year than `now`, 'Nov 26 ’25, 2:05
 * PM'.
 */
export function formatMoment(instant: string, now: Date): string {
  const { day, time } = formatInstant(instant)
  const [date = '', year = ''] = day.split(', ')
  if (time === '') return day
  const [month = '', number] = date.split(' ')
  const isOther = year !== formatInstant(now.toISOString()).day.slice(-4)
  return `${month.slice(0, 3)} ${number}${isOther ? ` ’${year.slice(2)}` : ''}, ${time}`
}

/** Turns a code into a label: 'refund_due' becomes 'Refund due', 'qr' becomes 'Qr'. */
export function capitalise(word: string): string {
  const words = word.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** '0712 345 678'. '' for a number that was erased. */
export const localPhone = (msisdn: string): string =>
  msisdn === '' ? '' : `0${msisdn.slice(3, 6)} ${msisdn.slice(6, 9)} ${msisdn.slice(9)}`

/** The age of an account: 'today', '1 day', '12 days', '5 months', '2 years'. */
export function formatAge(instant: string, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(instant)) / DAY_MS)
  if (days < 1) return 'today'
  if (days < 60) return countOf(days, 'day')
  const months = Math.floor(days / 30.44)
  return months < 24 ? countOf(months, 'month') : countOf(Math.floor(days / 365.25), 'year')
}

/** The distance of a day in Nairobi: 'today', 'tomorrow', 'in 12 days', 'yesterday', '3 days ago'. */
export function dayDistance(date: string, now: Date): string {
  const today = new Date(now.getTime() + NAIROBI_AHEAD_MS).toISOString().slice(0, 10)
  const days = Math.round((dayOf(date).getTime() - dayOf(today).getTime()) / DAY_MS)
  if (days >= 2) return `in ${countOf(days, 'day')}`
  if (days <= -2) return `${countOf(-days, 'day')} ago`
  return ['yesterday', 'today', 'tomorrow'][days + 1]!
}

/** '1 day', '12 days' */
export const countOf = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
