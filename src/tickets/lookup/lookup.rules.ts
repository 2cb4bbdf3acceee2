import type { TicketLookupReply } from '../tickets.contract.ts'

const LOOKUP_FAILED = 'Failed to lookup ticket'
export const LOOKUP_MISSED = 'No ticket found for this reference number'
const LOOKUP_BROKE = 'An error occurred'
export const REFERENCE_MISSING = 'Please enter the reference number from your M-PESA message'

/** The time after which found tickets disappear from the screen, because phones are shared. */
export const FOUND_FOR_MS = 5 * 60_000

export type FoundTicket = TicketLookupReply['tickets'][number]

type Refusal = { status: number; error: string; retryAfter?: number }

/** The form's error text if the server refused the request or did not respond. */
export function lookupProblem({ status, error, retryAfter }: Refusal): string {
  if (status === 0) return LOOKUP_BROKE
  if (status === 429 && retryAfter) return tooOften(retryAfter)
  return error || LOOKUP_FAILED
}

export function tooOften(seconds: number): string {
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`
  return `Too many searches from your network. Your full ticket number still works. Please try again in ${wait}.`
}

/**
 * The tickets of a reply, beginning with the ticket whose number was looked up. Empty if the reply
 * has no tickets.
 */
export function ticketsOf(reply: Partial<TicketLookupReply>): FoundTicket[] {
  const number = reply.ticket_number
  if (!number) return []
  if (reply.tickets && reply.tickets.length > 0) return reply.tickets
  return [{ ticket_number: number, ticket_type: '', quantity: 1 }]
}
