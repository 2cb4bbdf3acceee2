import type { PhoneTicketsReply, TicketLookupReply } from '../tickets.contract.ts'

const LOOKUP_FAILED = 'Failed to lookup ticket'
export const LOOKUP_MISSED = 'No ticket found for this reference number'
const LOOKUP_BROKE = 'An error occurred'
export const REFERENCE_MISSING = 'Please enter the reference number from your M-PESA message'

/** Time after which found tickets leave the screen, because phones are shared. */
export const FOUND_FOR_MS = 5 * 60_000

type PhoneTicket = PhoneTicketsReply['tickets'][number]

/** A ticket found by a look-up. A look-up by phone adds the ticket's event. */
export type FoundTicket = TicketLookupReply['tickets'][number] &
  Partial<Pick<PhoneTicket, 'event_title' | 'date' | 'time' | 'last_date'>>

type Refusal = { status: number; error: string; retryAfter?: number }

export function lookupProblem({ status, error, retryAfter }: Refusal): string {
  if (status === 0) return LOOKUP_BROKE
  if (status === 429 && retryAfter) return tooOften(retryAfter)
  return error || LOOKUP_FAILED
}

export function tooOften(seconds: number): string {
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`
  return `Too many searches from your network. Your full ticket number still works. Please try again in ${wait}.`
}

/** Tickets of a reply, beginning with the ticket that was looked up. */
export function ticketsOf(reply: Partial<TicketLookupReply>): FoundTicket[] {
  const number = reply.ticket_number
  if (!number) return []
  if (reply.tickets && reply.tickets.length > 0) return reply.tickets
  return [{ ticket_number: number, ticket_type: '', quantity: 1 }]
}
