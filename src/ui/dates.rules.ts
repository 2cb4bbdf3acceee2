import { LANGUAGE } from './language.rules.ts'

// The only file that formats dates and times of pages, emails and the office (test/tidy/dates.ts).
// Pages and emails: 'December 13, 2026' and '3:00 PM'. Rows and blocks: 'Sun, Dec 13 · 3:00 PM'. SMS
// and USSD: 'Sun 13 Dec 3PM' (messages/sms.rules.ts, which no page loads). Pages have the language of
// their bundle, messages that of their order. Files have ISO dates instead.

type Language = typeof LANGUAGE

const LOCALES = { en: 'en-US', sw: 'sw-KE' }

/** Nairobi is three hours ahead of UTC all year. */
const AHEAD_MS = 3 * 3_600_000

/**
 * A function that formats a YYYY-MM-DD. It reads and formats in UTC, so that the time zone of the
 * machine cannot change the day, and returns a text that is no date unchanged. The formatters are
 * kept, because making one costs more than rendering a row.
 */
function dayFormat(parts: Intl.DateTimeFormatOptions) {
  const formats: Partial<Record<Language, Intl.DateTimeFormat>> = {}
  return (date: string, language: Language = LANGUAGE): string => {
    const day = new Date(`${date}T00:00Z`)
    formats[language] ??= new Intl.DateTimeFormat(LOCALES[language], { ...parts, timeZone: 'UTC' })
    return Number.isNaN(day.getTime()) ? date : formats[language].format(day)
  }
}

/** 'December 13, 2026' or '13 Desemba 2026' */
export const formatDate = dayFormat({ dateStyle: 'long' })

/** 'Sunday, December 13, 2026' or 'Jumapili, 13 Desemba 2026' */
export const formatFullDate = dayFormat({ dateStyle: 'full' })

/** 'Sunday' or 'Jumapili', and 'December 2026' or 'Desemba 2026', for a date in large letters. */
export const formatWeekday = dayFormat({ weekday: 'long' })
export const formatMonth = dayFormat({ month: 'long', year: 'numeric' })

/** 'Sun' or 'Jumapili' */
export const formatShortWeekday = dayFormat({ weekday: 'short' })

/** 'Dec', for the date block. */
export const formatShortMonth = dayFormat({ month: 'short' })

/** 'Dec 13' and 'Dec 2026', for the axis of a chart. */
export const formatAxisDay = dayFormat({ month: 'short', day: 'numeric' })
export const formatAxisMonth = dayFormat({ month: 'short', year: 'numeric' })

const dayOfThisYear = dayFormat({ weekday: 'short', month: 'short', day: 'numeric' })
const dayOfOtherYear = dayFormat({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

/**
 * Formats '16:00' as '4:00 PM'. Does not use Intl, because ICU versions put different spaces before
 * PM.
 */
export function formatTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const half = hours < 12 ? 'AM' : 'PM'
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${half}`
}

/** 'December 13, 2026, 3:00 PM' */
export const formatDateTime = (date: string, time: string, language?: Language): string =>
  `${formatDate(date, language)}, ${formatTime(time)}`

/** Day and hour of an instant in Nairobi: ['2026-12-13', '15:00']. */
export function inNairobi(instant: string | number | Date): [date: string, time: string] {
  const [date = '', time = ''] = new Date(+new Date(instant) + AHEAD_MS).toISOString().split('T')
  return [date, time.slice(0, 5)]
}

/**
 * 'Sun, Dec 13' for a date in the year of `now`, otherwise 'Sun, Jan 3, 2027'. Texts that are stored
 * have no `now`, because they may be read in another year.
 */
export function formatShortDate(date: string, now?: Date, language?: Language): string {
  return (isYearOf(date, now) ? dayOfThisYear : dayOfOtherYear)(date, language)
}

const isYearOf = (date: string, now?: Date): boolean =>
  now !== undefined && date.slice(0, 4) === inNairobi(now)[0].slice(0, 4)

/** 'Sun, Dec 13 · 3:00 PM'. Adds the year if it is not the year of `now`. */
export const formatShortDateTime = (date: string, time: string, now: Date): string =>
  `${formatShortDate(date, now)} · ${formatTime(time)}`

/**
 * The consecutive days of an event or of a pass: 'Fri, Dec 11 – Sun, Dec 13', in another year than
 * `now` 'Fri, Dec 31 – Sat, Jan 1, 2028'. Two years would not fit on a line of a phone.
 */
export const formatShortSpan = (first: string, last: string, now?: Date): string =>
  shortSpan(first, last, now).join(' – ')

/** The two dates of `formatShortSpan`. */
export function shortSpan(first: string, last: string, now?: Date): [from: string, to: string] {
  const from = isYearOf(last, now) ? formatShortDate(first, now) : dayOfThisYear(first)
  return [from, formatShortDate(last, now)]
}

/** An instant outside a sentence: 'Sun, Dec 13 · 3:00 PM' in Nairobi. */
export const formatShortMoment = (instant: string | number | Date, now: Date): string =>
  formatShortDateTime(...inNairobi(instant), now)

/**
 * An instant within a sentence, in Nairobi: 'Sun, Dec 13, 3:00 PM' in the year of `now`, otherwise
 * 'Sun, Jan 3, 2027, 3:00 PM'.
 */
export function formatMoment(
  instant: string | number | Date,
  now?: Date,
  language?: Language,
): string {
  const [date, time] = inNairobi(instant)
  return `${formatShortDate(date, now, language)}, ${formatTime(time)}`
}
