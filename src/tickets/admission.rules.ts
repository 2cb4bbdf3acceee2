import { formatDateTime, inNairobi } from '../ui/dates.rules.ts'
import type { TicketReply } from './tickets.contract.ts'

type Admitted = Pick<TicketReply, 'state' | 'quantity' | 'admitted' | 'last_admission' | 'kind'>

/**
 * How many people are inside, or time and gate of the last entry. Null if no person has entered.
 */
export function admissionText(ticket: Admitted): string | null {
  const { state, quantity, admitted, last_admission: last } = ticket
  if (state === 'used' && last) {
    const isAddOn = ticket.kind === 'add_on'
    const through =
      last.gate === null ? '' : isAddOn ? `, at ${last.gate}` : `, through ${last.gate}`
    return `${formatDateTime(...inNairobi(last.at))}${through}`
  }
  if (state !== 'valid' || admitted === 0) return null
  return ticket.kind === 'add_on'
    ? `${admitted} of ${quantity} already redeemed`
    : `${admitted} of ${quantity} already inside`
}
