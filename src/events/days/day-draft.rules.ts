import { isEntry, isPass } from '../event.rules.ts'
import type { PendingChange } from '../pending-change.contract.ts'
import { SPAN_DAYS } from '../sales.rules.ts'
import { daysApart, spanOf } from './day-counts.rules.ts'
import { DAY_TEXTS, DAYS_MAX, EARLIEST_TIME, twinType } from './day-words.rules.ts'
import { daysAfter } from './pending-days.rules.ts'

// The days of an event in the form, with texts as they were typed.

export type DayDraft = {
  n: number
  /** '' until it is set. */
  date: string
  time: string
  /** The days between the first day and this day of a copy without a date; otherwise null. */
  gap: number | null
}

/** The days for which a ticket type is valid. */
export type TypeDaysDraft = { day_numbers: number[]; once_in_all: boolean }

export const NO_TYPE_DAYS: TypeDaysDraft = { day_numbers: [], once_in_all: false }

type Day = { n: number; date: string; time: string }
type Reply = { date: string; days?: Day[] | undefined }

/** The days of a reply. The days of a copy without a date have a `gap` instead of a date. */
export const toDayDrafts = ({ date, days = [] }: Reply): DayDraft[] =>
  days.map((day) => {
    const gap = daysApart(days[0]!.date, day.date)
    return date === ''
      ? { n: day.n, date: '', time: day.time, gap }
      : { n: day.n, date: day.date, time: day.time, gap: null }
  })

type Dated = { days: DayDraft[]; highest_day: number; date: string; time: string }

/** Whether the event is a copy whose first date is not set yet. */
const isUndated = (days: readonly DayDraft[]) =>
  days.length > 0 && days.every(({ date, gap }) => date === '' && gap !== null)

/** Date, time and days of a request. Empty for a copy without a date, which keeps its days. */
export function toDaysInput({ days, highest_day, date, time }: Dated) {
  if (days.length === 0) return { date, time, ...(highest_day > 0 && { days: [] }) }
  if (isUndated(days)) return {}
  const sorted = [...days].sort((one, other) => (one.date < other.date ? -1 : 1))
  const [first] = sorted
  return {
    date: first!.date,
    time: first!.time,
    days: sorted.map(({ n, date, time }) => ({ n, date, time })),
  }
}

/** The last date of a draft, or of one of its types. */
export function lastDateOf(
  { days, date }: Pick<Dated, 'days' | 'date'>,
  type?: Pick<TypeDaysDraft, 'day_numbers'>,
): string {
  const own = days.filter(({ n }) => !type || type.day_numbers.includes(n))
  const dates = own.map((day) => day.date).sort()
  return dates.at(-1) || date
}

/** The days of a type in a request. Sends none in an event of one day. */
export const toTypeDaysInput = (
  { day_numbers, once_in_all }: TypeDaysDraft,
  days: readonly DayDraft[],
): Partial<TypeDaysDraft> =>
  days.length === 0 ? {} : { day_numbers, once_in_all: day_numbers.length > 1 && once_in_all }

type TypeReply = {
  day_numbers?: number[] | undefined
  once_in_all?: boolean | undefined
  kind?: string | undefined
}

/** From a reply. An add-on that gets a second day is for once in all until the organizer chooses. */
export const toTypeDays = ({
  day_numbers = [],
  once_in_all = false,
  kind = 'entry',
}: TypeReply): TypeDaysDraft => ({
  day_numbers,
  once_in_all: isPass({ day_numbers }) ? once_in_all : !isEntry({ kind }),
})

/** The days of the form after the change that waits for approval. */
export const waitingDayDrafts = (
  stored: readonly DayDraft[],
  change: Pick<PendingChange, 'days' | 'removed_days'>,
): DayDraft[] => daysAfter(stored, change).map((day) => ({ ...day, gap: null }))

type Form = Pick<Dated, 'days'> & { types: readonly (TypeDaysDraft & { name: string })[] }

/** The faults of the days, with fields as the API names them. */
export function dayFaults({ days, types }: Form): { text: string; field: string }[] {
  if (days.length === 0) return []
  const twin = twinType(types, days)
  return [
    ...(days.length === 1 ? [{ text: DAY_TEXTS.tooFew, field: 'days' }] : []),
    ...(days.some(({ n }) => n > DAYS_MAX) ? [{ text: DAY_TEXTS.tooMany, field: 'days' }] : []),
    ...(isUndated(days) ? [] : startFaults(days)),
    ...types.flatMap(({ day_numbers }, index) => {
      const isForDay = days.some(({ n }) => day_numbers.includes(n))
      return isForDay ? [] : [{ text: DAY_TEXTS.noDay, field: `ticket_types.${index}.day_numbers` }]
    }),
    ...(twin < 0 ? [] : [{ text: DAY_TEXTS.twinType, field: `ticket_types.${twin}.name` }]),
  ]
}

function startFaults(days: readonly DayDraft[]) {
  const dates = days.map(({ date }) => date).filter((date) => date !== '')
  const isTooLong = spanOf(dates) > SPAN_DAYS
  return days.flatMap(({ date, time }, index) => {
    const fault = (field: string, text: string) => [{ text, field: `days.${index}.${field}` }]
    if (date === '') return fault('date', 'Choose the date of each day.')
    if (time === '') return fault('time', 'Choose the start time of each day.')
    if (time < EARLIEST_TIME) return fault('time', DAY_TEXTS.early)
    if (dates.indexOf(date) !== dates.lastIndexOf(date)) return fault('date', DAY_TEXTS.twin)
    return index === days.length - 1 && isTooLong ? fault('date', DAY_TEXTS.span) : []
  })
}
