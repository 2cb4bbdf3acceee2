/** How soon a worker asks for jobs again after it found some, in ms. */
export const POLL_MIN_MS = 5
/** Twice a second, once for all lanes: what is queued here runs here without being asked for. */
export const POLL_MAX_MS = 500
/**
 * At rest what is due was put off half a minute ago at least, or another process left it, and waits this
 * much longer at most.
 */
const POLL_AT_REST_MS = 2000
const REST_AFTER_MS = 30_000

/** The quickest beat is for prompts that nobody answers; what most sweeps look for comes every fifth. */
const BEATS_AT_REST = 5

/** How many beats a round of sweeps waits for the next one; `restedMs` without a request or a job. */
export function beatsToWait(restedMs: number): number {
  return restedMs < REST_AFTER_MS ? 1 : BEATS_AT_REST
}

/** The pause after one in which nothing was found, in ms; `restedMs` without a request or a job. */
export function longerPause(pauseMs: number, restedMs: number): number {
  return Math.min(pauseMs * 2, restedMs < REST_AFTER_MS ? POLL_MAX_MS : POLL_AT_REST_MS)
}
