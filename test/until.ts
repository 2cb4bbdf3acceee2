import { vi } from 'vitest'

/** Waits until the expectation holds; the bound is for a failing test. */
export const until = <T>(holds: () => T) => vi.waitFor(holds, { timeout: 15_000, interval: 10 })
