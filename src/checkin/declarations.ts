import { declareTimes } from '../platform/times.ts'

export const checkInTimes = declareTimes((ms) => ({
  /**
   * If the job that notifies holders of a moved type dies, its batch of SMS is sent again after
   * this time.
   */
  tellingMaxMs: ms(2 * 60),
  /** The pause of the notifying job while too many SMS are queued. */
  tellingPauseMs: ms(1),
}))
