import { formatDate, formatTime } from '../events/event-words.rules.ts'
import { nairobiDateTime } from '../platform/values/nairobi.rules.ts'
import type { TicketReply } from './tickets.contract.ts'

type Admitted = Pick<TicketReply, 'state' | 'quantity' | 'admitted' | 'last_admission'>

/**
 * How many of a ticket's people are inside, or when and where the last person entered. Null if no
 * person has entered.
 */
export function admissionWords(ticket: Admitted): string | null {
  const { state, quantity, admitted, last_admission: last } = ticket
  if (state === 'used' && last) {
    const [date, time] = nairobiDateTime(new Date(last.at)).split(' ') as [string, string]
    const through = last.gate === null ? '' : `, through ${last.gate}`
    return `${formatDate(date)}, ${formatTime(time)}${through}`
  }
  if (state !== 'valid' || admitted === 0) return null
  return `${admitted} of ${quantity} ${admitted === 1 ? 'is' : 'are'} inside.`
}
