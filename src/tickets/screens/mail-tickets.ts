import { callApi, type FetchApi, jsonPost, wordsOf } from '../../ui/api.ts'
import type { TicketEmailReply, TicketEmailRequest } from '../delivery/delivery.contract.ts'

/** The result of requesting an email. */
export type MailOutcome = { email: string; problem?: string }

const FAILED = 'The e-mail could not be sent. Please try again.'

export async function mailTickets(fetchApi: FetchApi, fields: FormData): Promise<MailOutcome> {
  const email = String(fields.get('email') ?? '').trim()
  const request: TicketEmailRequest = {
    ticket_numbers: fields.getAll('number').map(String),
    ...(email !== '' && { email }),
  }
  const answer = await callApi<TicketEmailReply>(fetchApi, '/api/ticket_emails', jsonPost(request))
  return answer.ok ? { email } : { email, problem: wordsOf(answer, FAILED) }
}
