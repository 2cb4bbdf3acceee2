import type { Language } from '../platform/values/language.rules.ts'
import { nairobiDateTime } from '../platform/values/nairobi.rules.ts'
import { LANGUAGE } from '../ui/language.rules.ts'
import { formatTime } from './event-words.rules.ts'

// Locales for messages: a message has the language of its order. Pages have the language of their
// bundle instead (event-words.rules.ts).

const LOCALES: Record<Language, string> = { en: 'en-US', sw: 'sw-KE' }

/**
 * Not in the file with the texts of SMS, because public pages load these names and must not load
 * those texts.
 */
export const SHORT_MONTHS = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  sw: ['Jan', 'Feb', 'Mac', 'Apr', 'Mei', 'Jun', 'Jul', 'Ago', 'Sep', 'Okt', 'Nov', 'Des'],
}

/** Reads and formats a date in UTC, so that the time zone of the machine cannot change the day. */
function write(date: string, language: Language, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' })
  return format.format(new Date(`${date}T00:00:00Z`))
}

/** Formats a date as 'December 12, 2026' or '12 Desemba 2026'. */
export function dayWords(date: string, language: Language): string {
  return write(date, language, { dateStyle: 'long' })
}

/** Formats an hour as '4PM' or '10:30AM', for SMS and USSD. */
export function shortTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const past = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`
  return `${hours % 12 || 12}${past}${hours < 12 ? 'AM' : 'PM'}`
}

/** The name of the weekday: 'Saturday' or 'Jumamosi'. */
export function weekdayWords(date: string, language: Language): string {
  return write(date, language, { weekday: 'long' })
}

const shortDay = new Intl.DateTimeFormat(LOCALES[LANGUAGE], {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/**
 * Formats an instant as 'Fri, Nov 27, 10:00 AM' in Nairobi, in the language of the page. Not in
 * event-words.rules.ts, because the event page rarely shows an instant.
 */
export function formatMoment(instant: string): string {
  const [date = '', time = ''] = nairobiDateTime(new Date(instant)).split(' ')
  return `${shortDay.format(new Date(`${date}T00:00:00Z`))}, ${formatTime(time)}`
}
