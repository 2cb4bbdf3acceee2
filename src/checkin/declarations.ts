import { declareTimes } from '../platform/times.ts'

export const checkInTimes = declareTimes((ms) => ({
  /**
   * The time after which the SMS of a batch are queued again, if the job that notifies holders of a
   * moved ticket type died.
   */
  tellingMaxMs: ms(2 * 60),
  /** The time for which the job that notifies holders pauses while too many SMS are queued. */
  tellingPauseMs: ms(1),
}))
