import { declareTimes } from '../platform/times.ts'

export const checkInTimes = declareTimes((ms) => ({
  /** If the job that notifies holders dies, the sweep queues it again after this time. */
  tellingMaxMs: ms(2 * 60),
  /** Holders are notified of a moved ticket type after this time, so that a mistake can be mended. */
  noticeAfterMs: ms(10 * 60),
  /** Holders are notified of moves of one ticket type at most once in this time. */
  noticeEveryMs: ms(60 * 60),
  tellingPauseMs: ms(1),
}))
