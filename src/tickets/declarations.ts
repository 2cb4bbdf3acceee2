import type { Masks } from '../platform/log.ts'
import { declareCounters } from '../platform/metrics.ts'
import { declareTimes } from '../platform/times.ts'

export const ticketTimes = declareTimes((ms) => ({
  /** A transfer that nobody confirmed is kept for so long: for who asks where a code came from. */
  keepUnconfirmedMs: ms(7 * 86_400),
}))

export const ticketCounters = declareCounters((counter) => ({
  lookupMisses: counter('lookup_misses', 'Look-ups by number or reference that found nothing'),
}))

// Whoever has a ticket's number has the ticket. As it is stored, in fours, in any case; not sixteen
// signs of something longer, and no words of four letters one after the other.
const NUMBER = /(?<![\w-])(?=[A-Za-z -]*\d)[0-9A-Za-z]{4}(?:[ -]?[0-9A-Za-z]{4}){3}(?![\w-])/g

export const ticketLogRedaction: Masks = [[NUMBER, '…ticket…']]
