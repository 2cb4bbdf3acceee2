/** The time that a test waits for something immediate: a bound for failures, not a measurement. */
export const PATIENCE_MS = 25_000

/** The options with this bound for `expect.poll`. */
export const PATIENCE = { timeout: PATIENCE_MS, interval: 50 }
