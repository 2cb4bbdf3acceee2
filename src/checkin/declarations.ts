import { declareTimes } from '../platform/times.ts'

export const checkInTimes = declareTimes((ms) => ({
  /**
   * The lease of the job that notifies the holders of a moved ticket type. If the job dies, the
   * sweep queues the job again after this time.
   */
  tellingMaxMs: ms(2 * 60),
  /** Holders are notified of a moved ticket type after this time, so that a mistake can be mended. */
  noticeAfterMs: ms(10 * 60),
  /** Holders are notified of moves of one ticket type at most once in this time. */
  noticeEveryMs: ms(60 * 60),
  /** The time for which the job that notifies holders pauses while too many SMS are queued. */
  tellingPauseMs: ms(1),
}))
