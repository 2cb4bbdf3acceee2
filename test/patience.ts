/** The maximum wait for an effect that should be immediate. Only a failing test waits this long. */
export const PATIENCE_MS = 25_000

/** Options of `expect.poll`. Vitest's default of one second is too short on a busy machine. */
export const POLL = { timeout: PATIENCE_MS, interval: 50 }
