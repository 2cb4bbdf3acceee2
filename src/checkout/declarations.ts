import { declareTimes } from '../platform/times.ts'

export const checkoutTimes = declareTimes((ms) => ({
  /**
   * Length of the page's countdown, which begins with the prompt. Phones do not reliably show a
   * prompt for longer.
   */
  promptShownMs: ms(60),
  /**
   * The time after the prompt at which the page offers to use another number. By then most buyers
   * have responded to the prompt.
   */
  otherPhoneMs: ms(15),
  /**
   * The longest time for which a purchase call waits for the result of its prompt. By then the
   * buyer's countdown has ended, and M-Pesa is queried about the payment.
   */
  promptWaitMs: ms(100),
}))
