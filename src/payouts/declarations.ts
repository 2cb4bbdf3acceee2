import { declareTimes } from '../platform/times.ts'

export const payoutTimes = declareTimes((ms) => ({
  /**
   * The pause before money is paid to a new payout account, so that the owner can notice a thief.
   */
  accountWaitMs: ms(48 * 3600),
  /** The pause between two parts of a payout. */
  apartMs: ms(3 * 60),
  /** The time after which a call in the state `sending` is treated as unknown: its process died. */
  sendingMaxMs: ms(120),
  /** The time after which M-Pesa is queried about an accepted call if no result has come. */
  resultMaxMs: ms(5 * 60),
  /** The pause before the first query about a call. Each further query doubles the pause. */
  lookMs: ms(60),
  /** The time after which a query that still waits in its lane is queued again. */
  askingMaxMs: ms(10 * 60),
  /** The pause before a due part is tried again while an admin has stopped sending. */
  pausedMs: ms(5 * 60),
}))
