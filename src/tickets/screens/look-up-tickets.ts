import { callApi, type FetchApi, jsonPost } from '../../ui/api.ts'
import {
  type FoundTicket,
  LOOKUP_MISSED,
  lookupProblem,
  REFERENCE_MISSING,
  ticketsOf,
} from '../lookup/lookup.rules.ts'
import type { TicketLookupReply } from '../tickets.contract.ts'

export type LookupOutcome =
  | { status: 200; tickets: FoundTicket[] }
  | {
      status: number
      reference: string
      fault?: string
      problem?: string
      retryAfter?: number
    }

export async function lookUpTickets(fetchApi: FetchApi, fields: FormData): Promise<LookupOutcome> {
  const reference = String(fields.get('reference') ?? '')
    .trim()
    .toUpperCase()
  if (!reference) return { status: 422, reference, fault: REFERENCE_MISSING }
  const path = '/api/functions/ticket-lookup'
  const answer = await callApi<TicketLookupReply>(fetchApi, path, jsonPost({ reference }))
  if (!answer.ok) {
    const { status, retryAfter } = answer
    const wait = retryAfter ? { retryAfter } : null
    return { status: status || 503, reference, problem: lookupProblem(answer), ...wait }
  }
  const tickets = ticketsOf(answer.data)
  if (tickets.length === 0) return { status: 404, reference, problem: LOOKUP_MISSED }
  return { status: 200, tickets }
}
