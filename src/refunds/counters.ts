import { declareCounters } from '../platform/metrics.ts'

export const refundCounters = declareCounters((counter) => ({
  results: counter('refund_results', 'What M-Pesa posted about refunds', ['kind', 'outcome']),
}))
