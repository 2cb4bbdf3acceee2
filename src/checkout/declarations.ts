import { declareTimes } from '../platform/times.ts'

export const checkoutTimes = declareTimes((ms) => ({
  /** The countdown on the page, from the prompt. No phone is sure to show a prompt for longer. */
  promptShownMs: ms(60),
  /**
   * The time after the prompt at which the page offers another number. Most buyers have responded
   * by then.
   */
  otherPhoneMs: ms(15),
  /**
   * The longest wait of a call for the result of a prompt. After the countdown the payment is being
   * checked.
   */
  promptWaitMs: ms(100),
}))
