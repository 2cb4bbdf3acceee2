import { declareTimes } from '../platform/times.ts'

export const checkInTimes = declareTimes((ms) => ({
  /** A page of SMS about a moved type whose job died is taken up again after this. */
  tellingMaxMs: ms(2 * 60),
  /** While more SMS wait than it may add to. */
  tellingPauseMs: ms(1),
}))
