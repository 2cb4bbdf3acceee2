import { declareTimes } from '../platform/times.ts'

export const checkoutTimes = declareTimes((ms) => ({
  /** The page's countdown from the prompt: no phone is sure to show the prompt for longer. */
  promptShownMs: ms(60),
  /**
   * The page offers another number this long after the prompt: most buyers have responded by then.
   */
  otherPhoneMs: ms(15),
  /** A call waits this long from the prompt; after the countdown the payment is being checked. */
  promptWaitMs: ms(100),
}))
