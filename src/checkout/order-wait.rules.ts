import type { PendingOrder } from './checkout.contract.ts'

/** Pauses before a call without a response is repeated, in milliseconds; the last pause repeats. */
const BACK_OFF_MS = [1000, 2000, 4000, 8000, 15_000]

export function backOffMs(failures: number): number {
  return BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length) - 1] ?? 0
}

const BUSY_S = 5

/**
 * The server's Retry-After plus a random part of up to half of it: clients that were refused
 * together return at different times. `chance` is from 0 to 1.
 */
export function busySeconds(asked: number | undefined, chance: number): number {
  return Math.ceil((asked ?? BUSY_S) * (1 + chance / 2))
}

/** Duration of a prompt from when it is sent, at which the ring is full. */
export const PROMPT_SECONDS = 60

const LONGEST_S = 25
/** The server responds as soon as the order changes; this is for a change that it missed. */
const SOON_S = 10

/** How long the next long poll waits: at most until the prompt's time is over. */
export function nextWaitSeconds(pending: PendingOrder | null): number {
  if (!pending) return 0
  if (pending.phase === 'in_line' || pending.phase === 'issuing') return SOON_S
  if (pending.phase === 'checking') return SOON_S
  if (pending.phase === 'confirming' || pending.seconds_left === null) return LONGEST_S
  return Math.min(LONGEST_S, pending.seconds_left + 1)
}

/**
 * The server does not know the order: it never arrived. Within this time the buyer still expects a
 * prompt.
 */
const EXPECTED_MS = 2 * 60_000

export function isStillExpected(startedAt: number, now: number): boolean {
  return now - startedAt < EXPECTED_MS
}

/** True for refusals that are about the order's state: the page then reads the order. */
export function leadsToLook(code: string): boolean {
  return code === 'prompt_open' || code === 'already_paid' || code === 'order_conflict'
}
