import { listWords } from '../../platform/values/list-words.rules.ts'
import { formatShortDate, formatTime } from '../../ui/dates.rules.ts'

/** The highest number of a day. Numbers of removed days are not used again. */
export const DAYS_MAX = 31

/** The last day of an event is at most this number of days after its first day. */
export const SPAN_DAYS = 60

/** Days of an event turn at this time: a day that began before it would belong to the day before. */
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
} as const

type Day = { date: string; time: string }
export type NumberedDay = Day & { n: number }

/** 'Fri, Dec 11, 2026, 5:00 PM' */
export const dayWords = ({ date, time }: Day): string =>
  `${formatShortDate(date)}, ${formatTime(time)}`

type DayType = {
  day_numbers?: readonly number[] | undefined
  once_in_all?: boolean | undefined
}

/**
 * 'Fri, Dec 11, 2026 and Sat, Dec 12, 2026, once per day'; '' in an event of one day. Three days or
 * more in a row are 'Fri, Dec 11, 2026 – Sun, Dec 13, 2026'.
 */
export function typeDayWords(
  { day_numbers = [], once_in_all = false }: DayType,
  days: readonly NumberedDay[],
): string {
  const own = days.filter(({ n }) => day_numbers.includes(n))
  const [first, last] = [own[0], own.at(-1)]
  const isRow = own.length > 2 && days.indexOf(last!) - days.indexOf(first!) === own.length - 1
  const dates = (isRow ? [first!, last!] : own).map(({ date }) => formatShortDate(date))
  const words = isRow ? dates.join(' – ') : listWords(dates)
  return day_numbers.length > 1 ? `${words}, ${entryWords(once_in_all)}` : words
}

/** How often a pass lets one person in. */
const entryWords = (onceInAll: boolean): string => (onceInAll ? 'once in all' : 'once per day')

type Difference = { what: string; before: string; after: string }

/** The days that differ between two lists, in words. An undefined list is unchanged. */
export function dayDifferences(
  olds: readonly NumberedDay[],
  nows: readonly NumberedDay[] | undefined,
): Difference[] {
  if (nows === undefined) return []
  const what = 'Day'
  const isGone = ({ n }: NumberedDay) => !nows.some((now) => now.n === n)
  return [
    ...nows.flatMap((now) => {
      const old = olds.find(({ n }) => n === now.n)
      const [before, after] = [old ? dayWords(old) : '', dayWords(now)]
      return before === after ? [] : [{ what, before, after }]
    }),
    ...olds.filter(isGone).map((old) => ({ what, before: dayWords(old), after: '' })),
  ]
}
