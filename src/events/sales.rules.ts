// The rules that decide whether an event sells tickets. sales.sql.ts contains the same rules as
// SQL, and a test compares the two files.

import { NAIROBI_AHEAD_MS, nairobiDate } from '../platform/values/nairobi.rules.ts'
import type { EventDay } from './event.rules.ts'
import type { Kinded, SaleWindow } from './price.rules.ts'

/** The hour in Nairobi at which an event's day ends. The night belongs to the day before. */
const DAY_TURNS_HOUR = 6

const HOUR_MS = 3_600_000

/** The last day of an event is at most this number of days after its first day. */
export const SPAN_DAYS = 60

/** The event day to which an instant belongs: before 06:00 in Nairobi, the previous date. */
export const gateDay = (at: Date): string =>
  nairobiDate(new Date(at.getTime() - DAY_TURNS_HOUR * HOUR_MS))

/**
 * Why an event's tickets are not for sale. 'closed': the event is cancelled or over, or its sales
 * are stopped. 'sold_out': the event is marked as sold out.
 */
export type SaleStop = 'draft' | 'closed' | 'sold_out'

/**
 * Whether sales of an event on this date have ended. They end the next day at 06:00 in Nairobi.
 */
export function hasEnded(date: string, now: number): boolean {
  return salesEndOf(date) <= now
}

type Held = { cancelled_at?: string | null | undefined }

/** The days of an event that are not cancelled. All days if all are cancelled. */
export function heldDays<D extends Held>(days: readonly D[]): readonly D[] {
  const held = days.filter((day) => !day.cancelled_at)
  return held.length > 0 ? held : days
}

type Dated = { date: string; days?: readonly (Held & { date: string })[] | undefined }

/**
 * The date of the last day that is not cancelled. The event is over after this day. Empty without
 * a date. The event's money may be held until a later date that was announced (`heldUntil`).
 */
export const lastDate = ({ date, days = [] }: Dated): string => heldDays(days).at(-1)?.date ?? date

/**
 * The instant at which the sales of an event on this date end, in ms: 06:00 in Nairobi on the next
 * day. Sales stay open during the event because people also buy at the gate. NaN without a date.
 */
export function salesEndOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) + (24 + DAY_TURNS_HOUR) * HOUR_MS - NAIROBI_AHEAD_MS
}

/** The latest event date whose sales have ended. */
export function lastEndedDay(now: number): string {
  return gateDay(new Date(now - 24 * HOUR_MS))
}

/**
 * The instant at which the sales of a type end: the end of the last day for which it is valid. Null
 * in an event of one day. Ignores cancelled days, unless all its days are cancelled.
 */
export function dayEndOf(numbers: readonly number[], days: readonly EventDay[]): Date | null {
  const last = heldDays(days.filter(({ n }) => numbers.includes(n))).at(-1)
  return last ? new Date(salesEndOf(last.date)) : null
}

type Ending = { sale_until: Date | null; day_numbers: readonly number[] }

/**
 * The end that the organizer has set for a type's sale. Null if the sale ends with the type's last
 * day. The stored end is the earlier of the two ends.
 */
export function ownSaleEnd<D extends Ending>(type: D, days: readonly EventDay[]): Date | null {
  const end = dayEndOf(type.day_numbers, days)
  return end && end.getTime() === type.sale_until?.getTime() ? null : type.sale_until
}

type Ticked = { is_published: boolean; is_sold_out: boolean; sales_open: boolean }

/** Why the event's tickets are not for sale. Null if they are for sale. */
export function saleStop(event: Ticked): SaleStop | null {
  if (!event.is_published) return 'draft'
  if (!event.sales_open) return 'closed'
  return event.is_sold_out ? 'sold_out' : null
}

/**
 * The reason why nothing of the event is for sale. Null if tickets or add-ons are for sale. If the
 * event is sold out, only add-ons have units left; ticket holders can buy them.
 */
export function buyStop(
  event: Ticked & { ticket_types: readonly Pick<Stock, 'available'>[] },
): SaleStop | null {
  const stop = saleStop(event)
  return stop === 'sold_out' && event.ticket_types.some((type) => type.available) ? null : stop
}

type Stock = Kinded & {
  available: number
  is_sold_out: boolean
  sale_window?: SaleWindow | undefined
}

/**
 * Whether no ticket is available because unpaid orders hold all unsold tickets. A hold may end
 * without a payment. False if the sale of a type has not begun. Add-ons do not count.
 */
export function isStockTaken(types: readonly Stock[]): boolean {
  const isGone = types.every(
    (type) => type.kind === 'add_on' || (type.available < 1 && type.sale_window !== 'not_yet'),
  )
  return isGone && types.some((type) => type.sale_window !== 'over' && !type.is_sold_out)
}

/** Whether an event is on sale, but unpaid orders hold all its remaining tickets. */
export function isAllTaken(event: Ticked & { ticket_types: readonly Stock[] }): boolean {
  return !saleStop(event) && isStockTaken(event.ticket_types)
}

/** Whether holds and late payments may still become sales. 'sold_out' stops only new buyers. */
export function isOpen(stop: SaleStop | null): boolean {
  return stop === null || stop === 'sold_out'
}
