import { declareTimes } from '../platform/times.ts'

export const messageTimes = declareTimes((ms) => ({
  /** A message that may or may not have left waits this long for a delivery report. */
  smsDoubtMs: ms(120),
  /** A message that no gateway or mail server takes for so long is given up. */
  messageGiveUpMs: ms(3 * 24 * 3600),
  /** After a gateway said that too many came, nothing is sent to it for so long. */
  smsTooManyMs: ms(2),
  /** A phone without a route gets its one other try after this. */
  smsOnceMoreMs: ms(30 * 60),
}))

/** What a gateway or mail server does not take is tried again after this at the latest. */
export const BACKOFF_MAX_MS = 5 * 60_000
