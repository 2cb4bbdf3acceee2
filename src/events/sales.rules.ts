// Whether an event sells. The same stands in sales.sql.ts for statements, and a test compares the two.

import { NAIROBI_AHEAD_MS } from '../platform/values/nairobi.rules.ts'

/** 06:00 on the morning after: people buy at the gate. */
export const SALES_END_HOUR = 6

const HOUR_MS = 3_600_000

/** What keeps an event from selling: nobody may see it, it is cancelled or over, it is ticked. */
export type SaleStop = 'draft' | 'closed' | 'sold_out'

/** True if people can no longer buy: 06:00 in Nairobi on the morning after. */
export function hasEnded(date: string, now: number): boolean {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  return midnight + (24 + SALES_END_HOUR) * HOUR_MS - NAIROBI_AHEAD_MS <= now
}

/** The last date whose events people can no longer buy for. */
export function lastEndedDay(now: number): string {
  const ended = now - (24 + SALES_END_HOUR) * HOUR_MS + NAIROBI_AHEAD_MS
  return new Date(ended).toISOString().slice(0, 10)
}

type Ticked = { is_published: boolean; is_sold_out: boolean; sales_open: boolean }

/** Null if it sells. */
export function saleStop(event: Ticked): SaleStop | null {
  if (!event.is_published) return 'draft'
  if (!event.sales_open) return 'closed'
  return event.is_sold_out ? 'sold_out' : null
}

/**
 * Whether tickets that were set aside, or money that comes late, still make a sale: 'sold out'
 * keeps new buyers away, and not those who came before.
 */
export function isOpen(stop: SaleStop | null): boolean {
  return stop === null || stop === 'sold_out'
}
