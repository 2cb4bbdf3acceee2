import { declareCounters } from '../platform/metrics.ts'
import { declareTimes } from '../platform/times.ts'

export const messageCounters = declareCounters((counter) => ({
  smsSends: counter('sms_sends', 'SMS handed to the gateway by outcome', ['outcome']),
  smsResent: counter('sms_resent_in_doubt', 'SMS sent again because the first may not have left'),
  emailSends: counter('email_sends', 'E-mails handed to the mail server by outcome', ['outcome']),
  emailResent: counter('email_resent_in_doubt', 'E-mails sent again, the first may have left'),
}))

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
