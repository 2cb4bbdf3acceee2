import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry } from '../../accounts/audit-log.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import { refuseField } from '../../platform/errors.ts'
import { isDay } from '../../platform/values/nairobi.rules.ts'
import { isTime } from '../edit.rules.ts'
import { EventError } from '../errors.ts'
import { type EventDay, isEntry, isPass } from '../event.rules.ts'
import { dateFault } from '../reschedule.rules.ts'
import { heldDays, SPAN_DAYS } from '../sales.rules.ts'
import { addDays, daysApart, spanOf } from './day-counts.rules.ts'
import { DAY_TEXTS, DAYS_MAX, dayWords, EARLIEST_TIME, twinType } from './day-words.rules.ts'
import { replaceDays } from './days.sql.ts'

/** The days of an event before and after a save. Both are empty in an event of one day. */
export type DayPlan = {
  before: EventDay[]
  after: EventDay[]
  /** The highest number that a day has or had. */
  highest: number
  /**
   * Whether the event has a date, before and after. The days of a copied event keep their dates as a
   * pattern until the copy has a first date.
   */
  wasDated: boolean
  isDated: boolean
}

export const NO_DAYS: DayPlan = {
  before: [],
  after: [],
  highest: 0,
  wasDated: false,
  isDated: false,
}

export const datedBefore = ({ wasDated, before }: DayPlan): EventDay[] => (wasDated ? before : [])
export const datedAfter = ({ isDated, after }: DayPlan): EventDay[] => (isDated ? after : [])

type Stored = { date: string | null; highest_day: number; days: EventDay[] }
type DayRequest = { n?: number | null | undefined; date: string; time: string }
type Request = {
  days?: DayRequest[] | undefined
  date?: string | null | undefined
  time?: string | null | undefined
}

/**
 * Plans the days of an event from a request, which lists all days. Without days in the request, the
 * stored days stay. `stored` is null for a new event. Throws an AppError naming the field.
 */
export function planDays(stored: Stored | null, sent: Request): DayPlan {
  const { date = null, highest_day = 0, days: before = [] } = stored ?? {}
  const kept = { before, highest: highest_day, wasDated: date !== null }
  if (sent.days === undefined || isEcho(stored, sent)) {
    return keepDays({ ...kept, after: before, isDated: date !== null }, sent)
  }
  if (sent.days.length === 0) return { ...kept, after: [], isDated: false }
  if (sent.days.length === 1) refuseField('days', DAY_TEXTS.tooFew)
  const after = readDays(sent.days, before, highest_day)
  refuseOtherStart(after[0]!, sent)
  const highest = Math.max(highest_day, ...after.map(({ n }) => n))
  return { ...kept, after, highest, isDated: true }
}

/** Whether the request sends back the days of a copy that has no date yet. */
function isEcho(stored: Stored | null, { days = [], date }: Request): boolean {
  if (!stored || stored.date !== null || date) return false
  const plain = ({ n, date, time }: DayRequest) => ({ n, date, time })
  return days.length > 0 && isDeepStrictEqual(days.map(plain), stored.days.map(plain))
}

function keepDays(plan: DayPlan, { date, time }: Request): DayPlan {
  const [first] = plan.before
  if (!first) return plan
  if (plan.wasDated || !date) {
    if (plan.wasDated) refuseOtherStart(first, { date, time })
    return plan
  }
  if (!isDay(date)) refuseField('date', 'date must be a day such as 2027-03-14.')
  const by = daysApart(first.date, date)
  const after = plan.before.map((day) => ({ ...day, date: addDays(day.date, by) }))
  refuseOtherStart(after[0]!, { time })
  return { ...plan, after, isDated: true }
}

/** Throws an AppError if date or time of the event differ from those of its first day. */
function refuseOtherStart(first: EventDay, { date, time }: Pick<Request, 'date' | 'time'>): void {
  if (date && date !== first.date) {
    refuseField('date', `The first day is ${first.date}: change it in days.`)
  }
  if (time && time.slice(0, 5) !== first.time) {
    refuseField('time', `The first day begins at ${first.time}: change it in days.`)
  }
}

function readDays(sent: DayRequest[], before: EventDay[], highest: number): EventDay[] {
  const given = sent.flatMap(({ n }) => n ?? [])
  let next = Math.max(highest, ...given)
  const days = sent.map((day, index): EventDay => {
    const path = `days.${index}`
    const old = before.find(({ n }) => n === day.n)
    if (day.n && !old && day.n <= highest) {
      refuseField(`${path}.n`, `This event has no day ${day.n}. Reload the page.`)
    }
    if (day.n && given.indexOf(day.n) !== given.lastIndexOf(day.n)) {
      refuseField(`${path}.n`, `Day ${day.n} is listed twice.`)
    }
    const n = day.n ?? ++next
    if (n > DAYS_MAX) refuseField('days', DAY_TEXTS.tooMany)
    return { n, ...readStart(day, path), cancelled_at: old?.cancelled_at ?? null }
  })
  for (const [index, { date }] of days.entries()) {
    const earlier = days.slice(0, index)
    if (earlier.some((day) => day.date === date)) refuseField(`days.${index}.date`, DAY_TEXTS.twin)
    if (earlier.some((day) => day.date > date)) refuseField(`days.${index}.date`, DAY_TEXTS.order)
  }
  if (spanOf(days.map(({ date }) => date)) > SPAN_DAYS) {
    refuseField(`days.${days.length - 1}.date`, DAY_TEXTS.span)
  }
  return days
}

function readStart({ date, time }: DayRequest, path: string) {
  if (!isDay(date)) refuseField(`${path}.date`, 'date must be a day such as 2027-03-14.')
  if (!isTime(time)) refuseField(`${path}.time`, 'time must be such as 19:30.')
  if (time < EARLIEST_TIME) refuseField(`${path}.time`, DAY_TEXTS.early)
  return { date, time }
}

type EventColumns = { date?: string; time?: string; highest_day?: number; days_after?: number }

/** The columns of the event that follow from its days. */
export function dayColumns({ before, after, highest, isDated }: DayPlan): EventColumns {
  const [first] = after
  if (!first) return before.length > 0 ? { days_after: 0 } : {}
  return {
    ...(isDated && { date: first.date, time: `${first.time}:00` }),
    highest_day: highest,
    days_after: daysApart(first.date, heldDays(after).at(-1)!.date),
  }
}

export const areDaysKept = ({ before, after, wasDated, isDated }: DayPlan): boolean =>
  isDeepStrictEqual(before, after) && (after.length === 0 || wasDated === isDated)

/** Throws an AppError if a day may not get its date (see `dateFault`). */
export function refuseDates(
  plan: DayPlan,
  { isAdmin, now }: { isAdmin: boolean; now: Date },
): void {
  const olds = datedBefore(plan)
  for (const [index, { n, date }] of datedAfter(plan).entries()) {
    const stored = olds.find((old) => old.n === n)?.date
    const fault = dateFault({ date, stored, isAdmin, now })
    if (fault !== null) refuseField(`days.${index}.date`, fault)
  }
}

/**
 * Throws has_orders if the plan moves or removes a day for which a type has orders, or if an event
 * with orders would change between one day and several days. The dialogs for rescheduling and
 * cancelling must be used instead, because they show the possible refunds.
 */
export async function refuseOrderedDays(
  plan: DayPlan,
  read: {
    hasOrders: () => Promise<boolean>
    /** Returns the days in `numbers` for which a type has orders. Reads no other types. */
    orderedDays: (numbers: number[]) => Promise<number[]>
  },
): Promise<void> {
  const { before, after } = plan
  if ((before.length === 0) !== (after.length === 0) && (await read.hasOrders())) {
    throw new EventError('has_orders', {
      text: `This event has orders, so it stays an event of ${before.length === 0 ? 'one day' : 'several days'}.`,
      details: { field: 'days' },
    })
  }
  const indexOf = ({ n }: EventDay) => after.findIndex((day) => day.n === n)
  const changed = datedBefore(plan).filter((old) => {
    const now = after[indexOf(old)]
    return now?.date !== old.date || now.time !== old.time
  })
  if (changed.length === 0) return
  const ordered = await read.orderedDays(changed.map(({ n }) => n))
  const old = changed.find(({ n }) => ordered.includes(n))
  if (!old) return
  const index = indexOf(old)
  const now = after[index]
  throw new EventError('has_orders', {
    text: `${dayWords(old)} has orders. Use Reschedule or Cancel for this day.`,
    details: { field: now ? `days.${index}.${now.date === old.date ? 'time' : 'date'}` : 'days' },
  })
}

/** Finds a day by its number. Throws an AppError that names `day`. */
export const findDay = (days: readonly EventDay[], n: number): EventDay =>
  days.find((one) => one.n === n) ??
  refuseField('day', `This event has no day ${n}. Reload the page and choose again.`)

type TypeDays = { day_numbers: number[]; once_in_all: boolean }
type TypeDaysRequest = { day_numbers?: number[] | undefined; once_in_all?: boolean | undefined }

/**
 * Reads the days of a type. An add-on that becomes one for several days is for once in all unless
 * the request says otherwise: a pack of three drinks is three drinks.
 * Throws an AppError that names the field at fault.
 */
export function readTypeDays(
  sent: TypeDaysRequest,
  old: TypeDays | undefined,
  { days: { after }, kind, path }: { days: DayPlan; kind: string; path: string },
): TypeDays {
  const field = `${path}.day_numbers`
  if (after.length === 0) {
    if (sent.day_numbers?.length) refuseField(field, 'This event has only one day.')
    return { day_numbers: [], once_in_all: false }
  }
  const wanted = sent.day_numbers ?? old?.day_numbers ?? []
  const gone = wanted.find((number) => !after.some(({ n }) => n === number))
  if (gone !== undefined) refuseField(field, `This event has no day ${gone}. Choose other days.`)
  if (wanted.length === 0) refuseField(field, DAY_TEXTS.noDay)
  const day_numbers = [...new Set(wanted)].sort((one, other) => one - other)
  const isForSeveral = isPass({ day_numbers })
  if (sent.once_in_all && !isForSeveral) {
    refuseField(`${path}.once_in_all`, 'Only a ticket for several days can be for once in all.')
  }
  const stored = old && isPass(old) ? old.once_in_all : undefined
  return {
    day_numbers,
    once_in_all: isForSeveral && (sent.once_in_all ?? stored ?? !isEntry({ kind })),
  }
}

/** Throws an AppError if two types of an event of several days have the same name. */
export function refuseTwins(types: readonly { name: string }[], { after }: DayPlan): void {
  const index = twinType(types, after)
  if (index >= 0) refuseField(`ticket_types.${index}.name`, DAY_TEXTS.twinType)
}

/** Writes the days of a plan. The event must already be inserted. */
export async function writeDays(tx: Tx, eventId: string, plan: DayPlan): Promise<void> {
  if (!isDeepStrictEqual(plan.before, plan.after)) await replaceDays(tx, eventId, plan.after)
}

/** The audit entry of the days if a save changes them. */
export function dayEntries(title: string, plan: DayPlan): AuditEntry[] {
  if (areDaysKept(plan)) return []
  const wordsOf = (days: EventDay[]) => (days.length > 0 ? days.map(dayWords) : null)
  const [before, after] = [wordsOf(datedBefore(plan)), wordsOf(datedAfter(plan))]
  return [{ action: 'event_days_changed', subject: title, before, after }]
}

/** The days of a copied event, which keep their dates as a pattern. */
export function copyDays(days: readonly EventDay[], highest: number): DayPlan {
  const after = days.map((day) => ({ ...day, cancelled_at: null }))
  return { ...NO_DAYS, after, highest }
}
