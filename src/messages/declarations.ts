import { declareCounters } from '../platform/metrics.ts'
import { declareTimes } from '../platform/times.ts'

export const messageCounters = declareCounters((counter) => ({
  smsSends: counter('sms_sends', 'SMS handed to the gateway by outcome', ['outcome']),
  smsResent: counter('sms_resent_in_doubt', 'SMS sent again because the first may not have left'),
  emailSends: counter('email_sends', 'Emails handed to the mail server by outcome', ['outcome']),
  emailResent: counter('email_resent_in_doubt', 'Emails sent again, the first may have left'),
}))

export const messageTimes = declareTimes((ms) => ({
  /** The time that a doubtful message waits for a delivery report before it is sent again. */
  smsDoubtMs: ms(120),
  /** The time after which a message fails if the gateway or the mail server has not accepted it. */
  messageGiveUpMs: ms(3 * 24 * 3600),
  /** The pause of all SMS after the gateway refused an SMS because we exceeded its rate limit. */
  smsTooManyMs: ms(2),
  /** The pause before the only retry of an SMS to a phone without a route. */
  smsOnceMoreMs: ms(30 * 60),
}))

/** The longest pause before another attempt to send a message that the provider did not accept. */
export const BACKOFF_MAX_MS = 5 * 60_000
