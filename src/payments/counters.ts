import { declareCounters } from '../platform/metrics.ts'

export const paymentCounters = declareCounters((counter) => ({
  pushes: counter('pushes', 'STK pushes by what they were answered', ['answer']),
  callbacks: counter('callbacks', 'M-Pesa callbacks by what became of them', ['outcome']),
  unknownCallbacks: counter('callbacks_unknown_token', 'Callbacks for a token nobody made'),
  validations: counter('paybill_validations', 'Payments that M-Pesa asked about', ['answer']),
  queries: counter('queries', 'STK queries by what they were answered', ['answer']),
  pulledReceipts: counter('pulled_receipts', 'Rows of Pull Transactions', ['outcome']),
}))
