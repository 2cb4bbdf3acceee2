import { declareCounters } from '../platform/metrics.ts'

export const messageCounters = declareCounters((counter) => ({
  smsSends: counter('sms_sends', 'SMS handed to the gateway by outcome', ['outcome']),
  smsResent: counter('sms_resent_in_doubt', 'SMS sent again because the first may not have left'),
  emailSends: counter('email_sends', 'E-mails handed to the mail server by outcome', ['outcome']),
  emailResent: counter('email_resent_in_doubt', 'E-mails sent again, the first may have left'),
}))
