import { declareTimes } from '../platform/times.ts'

export const payoutTimes = declareTimes((ms) => ({
  /** A new payout account can be paid to after this time: its owner may notice a thief. */
  accountWaitMs: ms(48 * 3600),
  /** The pause between two parts of a payout. */
  apartMs: ms(3 * 60),
  /** A call whose process died is treated as unknown after this time. */
  sendingMaxMs: ms(120),
  /** A call for which M-Pesa has not sent the promised result is asked about after this time. */
  resultMaxMs: ms(5 * 60),
  /** The pause before M-Pesa is asked about a call; it doubles with each question. */
  lookMs: ms(60),
  /** A question that still waits in its lane after this time is queued again. */
  askingMaxMs: ms(10 * 60),
  /** Pause while an admin has stopped sending. */
  pausedMs: ms(5 * 60),
}))
