import { cleanLine } from '../../platform/values/clean-text.rules.ts'
import { listWords } from '../../platform/values/list-words.rules.ts'
import { formatShortDate, formatShortSpan, formatTime } from '../../ui/dates.rules.ts'
import { isEntry } from '../event.rules.ts'
import { SPAN_DAYS } from '../sales.rules.ts'

/** The highest number of a day. Numbers of removed days are not used again. */
export const DAYS_MAX = 31

/** The earliest start of an event's day. An earlier start would belong to the day before. */
export const EARLIEST_TIME = '06:00'

export const DAY_TEXTS = {
  tooFew: 'An event of several days has at least two. Add a day, or choose One day.',
  tooMany: `An event can have up to ${DAYS_MAX} days, removed days included.`,
  twin: 'Give each day a date of its own.',
  order: 'Put the days in the order of their dates.',
  span: `The last day must be at most ${SPAN_DAYS} days after the first.`,
  early:
    'On several days, each day must begin at 6:00 AM or later: the hours before belong to the night before.',
  noDay: 'Choose at least one day for each ticket type.',
  twinType: 'Another ticket type has this name. Add the day to the name, such as Adult Saturday.',
} as const

type Day = { date: string; time: string }
export type NumberedDay = Day & { n: number }

/**
 * The index of the first ticket type that has the name of an earlier type. -1 if there is none, or
 * in an event of one day. Orders, SMS, lists and pasted rows identify types by name alone.
 */
export function twinType(types: readonly { name: string }[], days: readonly Day[]): number {
  const names = types.map(({ name }) => cleanLine(name).toLowerCase())
  const isTwin = (name: string, index: number) => name !== '' && names.indexOf(name) < index
  return days.length > 0 ? names.findIndex(isTwin) : -1
}

/** 'Fri, Dec 11, 2026, 5:00 PM' */
export const dayWords = ({ date, time }: Day): string =>
  `${formatShortDate(date)}, ${formatTime(time)}`

type DayType = {
  day_numbers?: readonly number[] | undefined
  once_in_all?: boolean | undefined
  kind?: string | undefined
  sold_in?: number | undefined
}

/**
 * 'Fri, Dec 11, 2026 and Sat, Dec 12, 2026, once per day'; '' in an event of one day. Three days or
 * more in a row are 'Fri, Dec 11 – Sun, Dec 13, 2026'.
 */
export function typeDayWords(
  { day_numbers = [], ...type }: DayType,
  days: readonly NumberedDay[],
): string {
  const own = days.filter(({ n }) => day_numbers.includes(n))
  const [first, last] = [own[0], own.at(-1)]
  const isRow = own.length > 2 && days.indexOf(last!) - days.indexOf(first!) === own.length - 1
  const words = isRow
    ? formatShortSpan(first!.date, last!.date)
    : listWords(own.map(({ date }) => formatShortDate(date)))
  return day_numbers.length > 1 ? `${words}, ${entryWords(type)}` : words
}

/** How often a pass lets one person in, or each add-on is redeemed. */
function entryWords({ once_in_all: isOnce, kind = 'entry', sold_in: soldIn = 1 }: DayType): string {
  if (soldIn > 1 && !isEntry({ kind })) return isOnce ? `${soldIn} in all` : `${soldIn} each day`
  return isOnce ? 'once in all' : 'once per day'
}
