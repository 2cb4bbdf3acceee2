import { declareTimes } from '../platform/times.ts'

export const messageTimes = declareTimes((ms) => ({
  /** A message that may or may not have left waits this long for a delivery report. */
  smsDoubtMs: ms(120),
  /** A message that no gateway or mail server takes for so long is given up. */
  messageGiveUpMs: ms(3 * 24 * 3600),
  /** A phone without a route gets its one other try after this. */
  smsOnceMoreMs: ms(30 * 60),
}))
