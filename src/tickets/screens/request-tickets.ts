import { askByCode, type CodeOutcome } from '../../messages/screens/ask-by-code.ts'
import type { FetchApi } from '../../ui/api.ts'
import type { FoundTicket } from '../lookup/lookup.rules.ts'
import type { PhoneTicketsReply } from '../tickets.contract.ts'

export type PhoneOutcome = Omit<CodeOutcome<PhoneTicketsReply>, 'reply'> & {
  tickets?: FoundTicket[]
}

/** Requests a code by SMS, or the tickets if the form already has a field for the code. */
export async function requestTickets(fetchApi: FetchApi, fields: FormData): Promise<PhoneOutcome> {
  const path = '/api/functions/my-tickets'
  const paths = { codePath: `${path}/code`, path }
  const { reply, ...outcome } = await askByCode<PhoneTicketsReply>(fetchApi, fields, paths)
  return reply ? { ...outcome, tickets: reply.tickets } : outcome
}
