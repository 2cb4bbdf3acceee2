import type { PendingOrder } from './checkout.contract.ts'

/** How often a call without an answer is repeated, in milliseconds; the last one goes on. */
const BACK_OFF_MS = [1000, 2000, 4000, 8000, 15_000]

export function backOffMs(failures: number): number {
  return BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length) - 1] ?? 0
}

const BUSY_S = 5

/**
 * What an overloaded server asked for, and by chance up to half of it more: those who were refused
 * together do not come back together. `chance` is from 0 to 1.
 */
export function busySeconds(asked: number | undefined, chance: number): number {
  return Math.ceil((asked ?? BUSY_S) * (1 + chance / 2))
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
