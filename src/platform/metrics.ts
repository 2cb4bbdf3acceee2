import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

export type Overdue = { count: number; since: Date | null }

/** What operators watch. Gauges are set by the sweeps that read them from the database. */
export function makeMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name: `lango_${name}_total`, help, labelNames, registers: [registry] })
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `lango_${name}`, help, labelNames: ['what'], registers: [registry] })
  const overdue = gauge('overdue', 'Rows that wait for something, by what they are')
  const overdueAge = gauge('overdue_oldest_seconds', 'How long the oldest of them has waited')
  return {
    registry,
    /** What waits, though it should be over by itself: how many rows, and since when the oldest. */
    setOverdue: (what: string, { count, since }: Overdue, now: Date) => {
      overdue.set({ what }, count)
      overdueAge.set({ what }, since ? (now.getTime() - since.getTime()) / 1000 : 0)
    },
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
