import type { RedactionRules } from '../platform/log.ts'
import { declareCounters } from '../platform/metrics.ts'
import { declareTimes } from '../platform/times.ts'

export const ticketTimes = declareTimes((ms) => ({
  /**
   * The age at which an unconfirmed transfer is deleted. Until then an operator can find out why a
   * holder got a code.
   */
  keepUnconfirmedMs: ms(7 * 86_400),
}))

export const ticketCounters = declareCounters((counter) => ({
  lookupMisses: counter('lookup_misses', 'Look-ups by number or reference that found nothing'),
}))

// Redacts ticket numbers from the log, because anyone who knows a number can use the ticket.
// Matches 16 symbols with at least one digit, together or in groups of four, in any case. Does not
// match a part of a longer word, or four words of four letters.
const NUMBER = /(?<![\w-])(?=[A-Za-z -]*\d)[0-9A-Za-z]{4}(?:[ -]?[0-9A-Za-z]{4}){3}(?![\w-])/g

export const ticketLogRedaction: RedactionRules = [[NUMBER, '…ticket…']]
