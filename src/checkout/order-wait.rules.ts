import type { PendingOrder } from './checkout.contract.ts'

/** How often a call without an answer is repeated, in milliseconds; the last one goes on. */
const BACK_OFF_MS = [1000, 2000, 4000, 8000, 15_000]

export function backOffMs(failures: number): number {
  return BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length) - 1] ?? 0
}

/** From when it goes out, a prompt has so long; the ring is full then. */
export const PROMPT_SECONDS = 60

const LONGEST_S = 25
/** The server answers as soon as something changes; this is for when that news is lost. */
const SOON_S = 10

/** How long the next question may wait for news, at most until the prompt's time is over. */
export function nextWaitSeconds(pending: PendingOrder | null): number {
  if (!pending) return 0
  if (pending.phase === 'in_line' || pending.phase === 'issuing') return SOON_S
  if (pending.phase === 'checking') return SOON_S
  if (pending.phase === 'confirming' || pending.seconds_left === null) return LONGEST_S
  return Math.min(LONGEST_S, pending.seconds_left + 1)
}

/** An order that no server knows was never taken. So young, the buyer still expects a prompt. */
const EXPECTED_MS = 2 * 60_000

export function isStillExpected(startedAt: number, now: number): boolean {
  return now - startedAt < EXPECTED_MS
}

/** Refusals that only say what the order is doing already: then one looks at the order. */
export function tellsToLook(code: string): boolean {
  return code === 'prompt_open' || code === 'already_paid' || code === 'order_conflict'
}
