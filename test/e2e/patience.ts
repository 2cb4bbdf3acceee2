/** How long a test waits for something immediate: a bound for failing, not a measurement. */
export const PATIENCE_MS = 25_000

/** For `expect.poll`. */
export const PATIENCE = { timeout: PATIENCE_MS, interval: 50 }
