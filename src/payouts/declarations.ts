import { declareTimes } from '../platform/times.ts'

export const payoutTimes = declareTimes((ms) => ({
  /** A new payout account can be paid to after this time: its owner may notice a thief. */
  accountWaitMs: ms(48 * 3600),
}))
