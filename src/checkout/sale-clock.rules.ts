import type { TicketTypeReply } from '../events/events.contract.ts'

type Timed = Pick<TicketTypeReply, 'sale_window' | 'sale_from' | 'prices'>

/** Pause in ms before the page reads an event again whose sale should have begun. */
const AGAIN_MS = 5000

/** Whether a sale should have begun by `now`, although the event on the page is from before. */
export function isSaleDue(types: readonly Timed[], now: number): boolean {
  return types.some(
    ({ sale_window, sale_from }) => sale_window === 'not_yet' && Date.parse(sale_from!) <= now,
  )
}

/**
 * The next instant at which the page changes: a sale begins, a price begins or ends, or the promo
 * code ends. Null if there is none.
 */
export function nextTurn(
  types: readonly Timed[],
  now: number,
  codeEnds: string | null = null,
): number | null {
  if (isSaleDue(types, now)) return now + AGAIN_MS
  const turns = types
    .flatMap(({ sale_window, sale_from, prices = [] }) => [
      sale_window === 'not_yet' && sale_from,
      ...prices.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]),
    ])
    .concat(codeEnds ?? false)
    .map((instant) => (instant ? Date.parse(instant) : 0))
    .filter((at) => at > now)
  return turns.length > 0 ? Math.min(...turns) : null
}

/**
 * Whether a document may come from the browser's cache, so that the event in it may be old. For
 * Back and Forward, browsers take a page from the cache, however old it is.
 */
export function mayBeCached(page: { type: string; transferSize: number }): boolean {
  return page.type === 'back_forward' || page.transferSize === 0
}

/** '2 d 3 h'. Below a day: '3 h 5 min'. Below an hour: '4:59'. */
export function countdownWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`
  if (hours >= 1) return `${hours} h ${minutes % 60} min`
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
}
