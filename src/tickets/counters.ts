import { declareCounters } from '../platform/metrics.ts'

export const ticketCounters = declareCounters((counter) => ({
  lookupMisses: counter('lookup_misses', 'Look-ups by number or reference that found nothing'),
}))
