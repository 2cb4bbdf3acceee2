import type { Language } from '../platform/values/language.rules.ts'
import { formatTime, inNairobi } from '../ui/dates.rules.ts'
import { SMS_PARTS } from './sms.text.ts'
import { fill, type Twin } from './twin.rules.ts'

/** The length of an SMS of one part. Each further part is billed and may arrive separately. */
export const SMS_MAX_SEPTETS = 160
/** The length to aim for. The gateway adds an opt-out text of about 14 septets to a first SMS. */
export const SMS_AIM_SEPTETS = 145

// The basic character set of GSM 03.38, without control characters.
const GSM_BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const GSM_EXTENDED = '^{}\\[~]|€'
const basic = new Set(GSM_BASIC)
const extended = new Set(GSM_EXTENDED)

const PLAIN: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '´': "'",
  '`': "'",
  ʻ: "'",
  ʼ: "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '\u2010': '-',
  '\u2012': '-',
  '–': '-',
  '—': '-',
  '\u2212': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u2044': '/',
  '·': '-',
  '•': '-',
  '×': 'x',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Þ: 'Th',
  þ: 'th',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  Ŋ: 'Ng',
  ŋ: 'ng',
  Œ: 'OE',
  œ: 'oe',
}

/** Replaces or removes characters that GSM-7 lacks. */
export function toGsm(text: string): string {
  let plain = ''
  for (const symbol of text) {
    if (basic.has(symbol)) plain += symbol
    else if (PLAIN[symbol] !== undefined) plain += PLAIN[symbol]
    else plain += foldSymbol(symbol)
  }
  return plain.replace(/\s+/g, ' ').trim()
}

function foldSymbol(symbol: string): string {
  const parts = [...symbol.normalize('NFKD')].map((part) => PLAIN[part] ?? part)
  return parts.filter((part) => [...part].every((one) => basic.has(one))).join('')
}

/** The name in GSM characters, or `instead` if GSM-7 has none of its letters and digits. */
export function gsmName(name: string, instead: string): string {
  const plain = toGsm(name)
  return /[\p{L}\p{N}]/u.test(plain) ? plain : instead
}

/** The septets of one symbol, or 0 if GSM-7 lacks the symbol. */
export function septetsOf(symbol: string): 0 | 1 | 2 {
  if (basic.has(symbol)) return 1
  return extended.has(symbol) ? 2 : 0
}

/** The length in septets, or Infinity if a symbol would switch the whole SMS to UCS-2. */
export function septets(text: string): number {
  let length = 0
  for (const symbol of text) length += septetsOf(symbol) || Number.POSITIVE_INFINITY
  return length
}

/** The text shortened to `max` septets, preferably at the end of a word, with '..' for the rest. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text
  if (max <= 2) return text.slice(0, Math.max(0, max))
  const cut = text.slice(0, max - 2)
  const word = cut.lastIndexOf(' ')
  return `${(word > max / 2 ? cut.slice(0, word) : cut).replace(/[\s,;:.-]+$/, '')}..`
}

/** The title in GSM-7 characters. A general name if GSM-7 has none of its letters or digits. */
export function gsmTitle(title: string, language: Language): string {
  return gsmName(title, SMS_PARTS.anEvent[language])
}

/**
 * The text with its values, and with a title short enough for SMS_AIM_SEPTETS. If the title itself
 * ends with a mark such as '..', the full stop after the title is left out.
 */
export function writeSms<Name extends string>(
  text: Twin<Name | 'title'>,
  language: Language,
  { title, ...values }: Record<Name | 'title', string>,
): string {
  const rest = { ...values, title: '' } as Record<Name | 'title', string>
  const room = SMS_AIM_SEPTETS - fill(text, language, rest).length
  const short = shorten(gsmTitle(title, language), Math.max(8, room))
  const whole = fill(text, language, { ...rest, title: short })
  return /[.!?]$/.test(short) ? whole.replace(`${short}. `, `${short} `) : whole
}

// Dates and times in SMS and on USSD screens: 'Sun 13 Dec 3PM'.

const SMS_DAYS = {
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  sw: ['Jpili', 'Jtatu', 'Jnne', 'Jtano', 'Alh', 'Ijm', 'Jmosi'],
}

/** Weekdays in at most three letters, for an SMS without space for longer names. */
const TIGHT_DAYS = {
  en: SMS_DAYS.en,
  sw: ['Jpl', 'Jtt', 'Jnn', 'Jtn', 'Alh', 'Ijm', 'Jms'],
}

/** The names of months. Not from Intl, because GSM-7 must have their letters on every machine. */
const SMS_MONTHS = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  sw: ['Jan', 'Feb', 'Mac', 'Apr', 'Mei', 'Jun', 'Jul', 'Ago', 'Sep', 'Okt', 'Nov', 'Des'],
}

/** '13 Dec', for a list or a deadline without room for the weekday. */
export function smsShortDate(date: string, language: Language): string {
  const [, month = 1, day = 1] = date.split('-').map(Number)
  return `${day} ${SMS_MONTHS[language][month - 1]}`
}

/** 'Sun 13 Dec' */
export function smsDate(date: string, language: Language, days = SMS_DAYS): string {
  const weekday = days[language][new Date(`${date}T00:00Z`).getUTCDay()]
  return `${weekday} ${smsShortDate(date, language)}`
}

/** 'Fri 11-Sun 13 Dec', or 'Fri 30 Oct-Sun 1 Nov'. */
function smsSpan(first: string, last: string, language: Language, days: typeof SMS_DAYS): string {
  const from = smsDate(first, language, days)
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7)
  return `${isSameMonth ? from.replace(/ \D+$/, '') : from}-${smsDate(last, language, days)}`
}

/** 'Fri 11-Sun 13 Dec', or 'Sun 13 Dec' for a single day. */
export const smsDays = (first: string, last: string, language: Language): string =>
  first === last ? smsDate(first, language) : smsSpan(first, last, language, SMS_DAYS)

/** '11-13 Dec', '30 Oct-1 Nov', or '13 Dec' for a single day. */
export function smsShortSpan(first: string, last: string, language: Language): string {
  if (first === last) return smsShortDate(first, language)
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7)
  const from = isSameMonth ? Number(first.slice(8)) : smsShortDate(first, language)
  return `${from}-${smsShortDate(last, language)}`
}

/** '4PM' or '10:30AM' */
export function smsTime(time: string): string {
  return formatTime(time).replace(':00', '').replace(' ', '')
}

/** 'Sun 13 Dec 3PM' */
const smsDateTime = (date: string, time: string, language: Language, days = SMS_DAYS): string =>
  `${smsDate(date, language, days)} ${smsTime(time)}`

type When = { date: string; time: string; until?: string }

/** The time of a ticket: 'Sun 13 Dec 3PM'. For a pass of several days: 'Fri 11-Sun 13 Dec'. */
export function smsWhen(when: When, language: Language, days = SMS_DAYS): string {
  const { date, time, until = date } = when
  return until === date
    ? smsDateTime(date, time, language, days)
    : smsSpan(date, until, language, days)
}

/** The time of a ticket with weekdays in three letters: in Swahili 'Jpl 13 Des 3PM'. */
export const tightWhen = (when: When, language: Language): string =>
  smsWhen(when, language, TIGHT_DAYS)

/** An instant in Nairobi: 'Sun 13 Dec 3PM'. */
export const smsMoment = (instant: string | number | Date, language: Language): string =>
  smsDateTime(...inNairobi(instant), language)
