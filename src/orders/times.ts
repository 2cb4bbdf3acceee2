import { declareTimes } from '../platform/times.ts'

export const orderTimes = declareTimes((ms) => ({
  /** A hold lasts this long from its start, and again from each prompt. */
  holdMs: ms(5 * 60),
  /** No hold outlives this from its last prompt, whatever is open. */
  holdMaxMs: ms(10 * 60),
  /** The tickets stay set aside this long after a failed payment, so that one can try again. */
  holdAfterFailureMs: ms(2 * 60),
  /** A buyer may send another prompt for an order until it is this old. */
  retryUntilMs: ms(30 * 60),
}))
