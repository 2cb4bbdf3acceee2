import { vi } from 'vitest'

/** Waits until the expectation holds. Only a failing test waits until the time limit. */
export const until = <T>(holds: () => T) => vi.waitFor(holds, { timeout: 15_000, interval: 10 })
