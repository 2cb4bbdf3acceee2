import { addDays } from '../days/day-counts.rules.ts'
import type { DayDraft } from '../days/day-draft.rules.ts'
import type { EventDraft, TypeDraft } from '../editing/event-draft.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { isOrdered } from './type-rows.ts'

// Changes that the buttons of the form make to the days of the draft.

/** The date after `days` days; '' without a date. */
const later = (date: string, days: number): string => (date === '' ? '' : addDays(date, days))

/** The draft with these days. Date and time of the event are those of its first day. */
function withDays(draft: EventDraft, days: DayDraft[]): EventDraft {
  const dates = days.map(({ date }) => date).filter((date) => date !== '')
  const [earliest] = dates.sort()
  const first = days.find(({ date }) => date === earliest) ?? days[0]
  return { ...draft, days, ...(first && { date: first.date, time: first.time }) }
}

/** The draft as an event of one day. Its types keep their days, in case days are added again. */
export const toOneDay = (draft: EventDraft): EventDraft => ({ ...draft, days: [] })

/** The draft as an event of several days: its stored days, or two days in a row. */
export function toSeveralDays(draft: EventDraft, base: EventDraft): EventDraft {
  if (base.days.length > 0) return withTypes(withDays(draft, base.days))
  const { date, time, highest_day: n } = draft
  const added = [0, 1].map((at): DayDraft => {
    return { n: n + 1 + at, date: later(date, at), time, gap: null }
  })
  return withTypes(withDays(draft, added))
}

/** Makes types that have no day of the event valid for all its days. */
function withTypes(draft: EventDraft): EventDraft {
  const numbers = draft.days.map(({ n }) => n)
  const isForDay = ({ day_numbers }: TypeDraft) => day_numbers.some((n) => numbers.includes(n))
  const types = draft.types.map((type) =>
    isForDay(type) ? type : { ...type, day_numbers: numbers },
  )
  return { ...draft, types }
}

/** The highest number that a day of the draft has or had. */
export const highestDay = ({ highest_day, days }: EventDraft): number =>
  Math.max(highest_day, ...days.map(({ n }) => n))

/** Adds the next day. Passes for all days then include it, unless orders fix their days. */
export function addDay(draft: EventDraft, isFixed: (type: TypeDraft) => boolean): EventDraft {
  const { days } = draft
  const n = highestDay(draft) + 1
  const { date = '', time = '' } = days.at(-1) ?? {}
  const isWhole = (type: TypeDraft) =>
    !isFixed(type) && days.every((day) => type.day_numbers.includes(day.n))
  return {
    ...withDays(draft, [...days, { n, date: later(date, 1), time, gap: null }]),
    types: draft.types.map((type) =>
      isWhole(type) ? { ...type, day_numbers: [...type.day_numbers, n] } : type,
    ),
  }
}

export function removeDay(draft: EventDraft, n: number): EventDraft {
  return {
    ...withDays(
      draft,
      draft.days.filter((day) => day.n !== n),
    ),
    types: draft.types.map((type) => ({
      ...type,
      day_numbers: type.day_numbers.filter((number) => number !== n),
    })),
  }
}

/** Changes a day. The first date of a copy also dates its other days, with the same gaps. */
export function dayPatch(
  draft: EventDraft,
  n: number,
  patch: Partial<Pick<DayDraft, 'date' | 'time'>>,
): EventDraft {
  const { gap = null } = draft.days.find((day) => day.n === n) ?? {}
  const first = patch.date && gap !== null ? later(patch.date, -gap) : null
  const days = draft.days.map((day) => {
    if (day.n === n) return { ...day, ...patch, ...(patch.date && { gap: null }) }
    const isWaiting = first !== null && day.date === '' && day.gap !== null
    return isWaiting ? { ...day, date: later(first, day.gap!), gap: null } : day
  })
  return withDays(draft, days)
}

/** Whether the stored event has cancelled this day. */
export const isDayCancelled = (event: EventReply | null, n: number): boolean =>
  event?.days?.some((day) => day.n === n && Boolean(day.cancelled_at)) ?? false

/** Whether a type for this day has orders. The day then changes only by its own dialog. */
export const isDaySold = (event: EventReply | null, n: number): boolean =>
  (event?.ticket_types ?? []).some(
    (type) => type.day_numbers?.includes(n) === true && isOrdered(type),
  )
