import { declareTimes } from '../platform/times.ts'

export const orderTimes = declareTimes((ms) => ({
  /** A hold lasts this long from its start, and again from each prompt. */
  holdMs: ms(5 * 60),
  /** No hold outlives this from its last prompt, whatever is open. */
  holdMaxMs: ms(10 * 60),
  /** The tickets stay set aside this long after a failed payment, so that one can try again. */
  holdAfterFailureMs: ms(2 * 60),
  /** A prompt stands on a phone for so long at most: then another order may be placed there. */
  promptOpenMs: ms(2 * 60),
  /** From where an order was asked for is kept for so long; the record of paying looks back on half. */
  keepAddressMs: ms(48 * 3600),
  /** A buyer may send another prompt for an order until it is this old. */
  retryUntilMs: ms(30 * 60),
}))
