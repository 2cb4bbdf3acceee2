import { Counter, collectDefaultMetrics, Registry } from 'prom-client'

/** What operators watch. Counters only: states are read from the database. */
export function makeMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `lango_${name}_total`, help, labelNames, registers: [registry] })
  return {
    registry,
    pushes: counter('pushes', 'STK pushes by what they were answered', ['answer']),
    callbacks: counter('callbacks', 'M-Pesa callbacks by what became of them', ['outcome']),
    unknownCallbacks: counter('callbacks_unknown_token', 'Callbacks for a token nobody made'),
    queries: counter('queries', 'STK queries by what they were answered', ['answer']),
    pulledReceipts: counter('pulled_receipts', 'Rows of Pull Transactions', ['outcome']),
    smsSends: counter('sms_sends', 'SMS handed to the gateway by outcome', ['outcome']),
    smsResent: counter('sms_resent_in_doubt', 'SMS sent again because the first may not have left'),
    emailSends: counter('email_sends', 'E-mails handed to the mail server by outcome', ['outcome']),
    emailResent: counter('email_resent_in_doubt', 'E-mails sent again, the first may have left'),
    lookupMisses: counter('lookup_misses', 'Look-ups by number or reference that found nothing'),
  }
}

export type Metrics = ReturnType<typeof makeMetrics>
