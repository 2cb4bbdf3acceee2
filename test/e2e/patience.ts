/** The maximum wait for an effect that should be immediate. Only a failing test waits this long. */
export const PATIENCE_MS = 25_000

/** Options for `expect.poll` with the maximum wait above. */
export const PATIENCE = { timeout: PATIENCE_MS, interval: 50 }
