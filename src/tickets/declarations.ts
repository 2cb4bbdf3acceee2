import type { RedactionRules } from '../platform/log.ts'
import { declareCounters } from '../platform/metrics.ts'
import { declareTimes } from '../platform/times.ts'

export const ticketTimes = declareTimes((ms) => ({
  /**
   * Age at which unconfirmed transfers are deleted. Until then, operators can find out why a code
   * was sent.
   */
  keepUnconfirmedMs: ms(7 * 86_400),
}))

export const ticketCounters = declareCounters((counter) => ({
  lookupMisses: counter('lookup_misses', 'Look-ups by number or reference that found nothing'),
}))

// Anyone who knows a ticket number can use the ticket. Matches 16 symbols with at least one digit,
// together or in groups of four, but no part of a longer word.
const NUMBER = /(?<![\w-])(?=[A-Za-z -]*\d)[0-9A-Za-z]{4}(?:[ -]?[0-9A-Za-z]{4}){3}(?![\w-])/g

export const ticketLogRedaction: RedactionRules = [[NUMBER, '…ticket…']]
