// The rules that decide whether an event sells tickets. sales.sql.ts contains the same rules as
// SQL, and a test compares the two files.

import { NAIROBI_AHEAD_MS } from '../platform/values/nairobi.rules.ts'

/**
 * Sales end at this hour in Nairobi on the morning after the event's date. They stay open during
 * the event because people also buy at the gate.
 */
const SALES_END_HOUR = 6

const HOUR_MS = 3_600_000

/**
 * Why an event's tickets are not for sale. 'closed': the event is cancelled or over, or its sales
 * are stopped. 'sold_out': the event is marked as sold out.
 */
export type SaleStop = 'draft' | 'closed' | 'sold_out'

/**
 * Whether the sales of an event on this date have ended: at 06:00 in Nairobi on the next morning.
 */
export function hasEnded(date: string, now: number): boolean {
  return salesEndOf(date) <= now
}

/** The instant at which the sales of an event on this date end, in ms. NaN without a date. */
export function salesEndOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) + (24 + SALES_END_HOUR) * HOUR_MS - NAIROBI_AHEAD_MS
}

/** The latest event date whose sales have ended. */
export function lastEndedDay(now: number): string {
  const ended = now - (24 + SALES_END_HOUR) * HOUR_MS + NAIROBI_AHEAD_MS
  return new Date(ended).toISOString().slice(0, 10)
}

type Ticked = { is_published: boolean; is_sold_out: boolean; sales_open: boolean }

/** Why the event's tickets are not for sale. Null if they are for sale. */
export function saleStop(event: Ticked): SaleStop | null {
  if (!event.is_published) return 'draft'
  if (!event.sales_open) return 'closed'
  return event.is_sold_out ? 'sold_out' : null
}

/** Fields of a ticket type in the API. `sale_window` is absent if the type has no window. */
type Windowed = {
  sale_window?: 'not_yet' | 'open' | 'over' | undefined
  sale_from?: string | null | undefined
}

export const isOnSale = ({ sale_window }: Windowed): boolean => (sale_window ?? 'open') === 'open'

/** When the sale of the first type begins. Null if a type is on sale or no sale is to come. */
export function saleStart(types: readonly Windowed[]): string | null {
  if (types.some(isOnSale)) return null
  const starts = types.filter(({ sale_window }) => sale_window === 'not_yet')
  return starts.map(({ sale_from }) => sale_from!).sort()[0] ?? null
}

/** Whether the sale windows of all types have ended. */
export function isSaleOver(types: readonly Windowed[]): boolean {
  return types.length > 0 && types.every(({ sale_window }) => sale_window === 'over')
}

/** The types that an event sells now; all of its types if it sells none. */
export function offeredTypes<T extends Windowed>(types: readonly T[]): readonly T[] {
  const open = types.filter(isOnSale)
  return open.length > 0 ? open : types
}

type Stock = Windowed & { available: number; is_sold_out: boolean }

/**
 * Whether no ticket can be bought because unpaid orders hold all tickets that are not sold. Some of
 * these holds may end without a payment. False while the sale of a type is to come.
 */
export function isStockTaken(types: readonly Stock[]): boolean {
  const isGone = types.every((type) => type.available < 1 && type.sale_window !== 'not_yet')
  return isGone && types.some((type) => isOnSale(type) && !type.is_sold_out)
}

/** Whether an event is on sale, but unpaid orders hold all its remaining tickets. */
export function isAllTaken(event: Ticked & { ticket_types: readonly Stock[] }): boolean {
  return saleStop(event) === null && isStockTaken(event.ticket_types)
}

/** Whether holds and late payments may still become sales. 'sold_out' stops only new buyers. */
export function isOpen(stop: SaleStop | null): boolean {
  return stop === null || stop === 'sold_out'
}
