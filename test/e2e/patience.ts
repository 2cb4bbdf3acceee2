/** How long a test waits for what should come at once: a bound on failing, not a measure. */
export const PATIENCE_MS = 25_000

/** For `expect.poll`. */
export const PATIENCE = { timeout: PATIENCE_MS, interval: 50 }
