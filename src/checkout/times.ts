import { declareTimes } from '../platform/times.ts'

export const checkoutTimes = declareTimes((ms) => ({
  /** What the page counts down, and how long a call waits, from the prompt. */
  promptWaitMs: ms(100),
}))
