import { declareTimes } from '../platform/times.ts'

export const payoutTimes = declareTimes((ms) => ({
  /**
   * The pause before money is paid to a new payout account, so that the organizer can notice a thief.
   */
  accountWaitMs: ms(48 * 3600),
  /** The pause between two parts of a payout. */
  apartMs: ms(3 * 60),
}))
