import { declareTimes } from '../platform/times.ts'

export const checkoutTimes = declareTimes((ms) => ({
  /** What the page counts down from the prompt: no phone can be relied on to show it for longer. */
  promptShownMs: ms(60),
  /** So long after its prompt went out another number is offered: most have answered by then. */
  otherPhoneMs: ms(15),
  /** How long a call waits, from the prompt; from the end of the countdown on it is being checked. */
  promptWaitMs: ms(100),
}))
