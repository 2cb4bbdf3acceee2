import type { PendingOrder } from './checkout.contract.ts'

/**
 * Pauses in ms before a call without a response is repeated. All later repeats use the last pause.
 */
const BACK_OFF_MS = [1000, 2000, 4000, 8000, 15_000]

export function backOffMs(failures: number): number {
  return BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length) - 1] ?? 0
}

const BUSY_S = 5

/**
 * Seconds to wait: the server's Retry-After plus a random part, up to half as long. The random part
 * spreads the return of clients that were refused together. `chance` is from 0 to 1.
 */
export function busySeconds(seconds: number | undefined, chance: number): number {
  return Math.ceil((seconds ?? BUSY_S) * (1 + chance / 2))
}

/**
 * Seconds for which a phone shows a prompt. The page's countdown ring is full when the prompt is
 * sent.
 */
export const PROMPT_SECONDS = 60

const LONGEST_S = 25
/**
 * Seconds of a long poll while no countdown runs. The server responds as soon as the order changes,
 * so this limit only matters if the server missed a change.
 */
const SOON_S = 10

/** Seconds that the next long poll waits: at most until the prompt's countdown ends. */
export function nextWaitSeconds(pending: PendingOrder | null): number {
  if (!pending) return 0
  if (pending.phase === 'in_line' || pending.phase === 'issuing') return SOON_S
  if (pending.phase === 'checking') return SOON_S
  if (pending.phase === 'confirming' || pending.seconds_left === null) return LONGEST_S
  return Math.min(LONGEST_S, pending.seconds_left + 1)
}

/**
 * For this many ms after sending an order, a 404 may mean that the order has not reached the server
 * yet. The page then sends the order again, because the buyer still expects a prompt.
 */
const EXPECTED_MS = 2 * 60_000

export function isStillExpected(startedAt: number, now: number): boolean {
  return now - startedAt < EXPECTED_MS
}

/** True for refusals that only report the order's state. The page then reads the order. */
export function leadsToLook(code: string): boolean {
  return code === 'prompt_open' || code === 'already_paid' || code === 'order_conflict'
}
