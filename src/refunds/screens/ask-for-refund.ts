import { callApi, type FetchApi, jsonPost } from '../../ui/api.ts'
import type { RefundLinkReply } from '../reschedule/refund-link.contract.ts'

export type AskOutcome = { link: RefundLinkReply } | { problem: string; status: number }

/**
 * Sends the form of a refund link: the order or the transferred ticket, the link's token, and the
 * people to refund of each ticket.
 */
export async function askForRefund(fetchApi: FetchApi, fields: FormData): Promise<AskOutcome> {
  const field = (name: string) => encodeURIComponent(String(fields.get(name) ?? ''))
  const what = fields.has('ticket_number')
    ? `tickets/${field('ticket_number')}`
    : `orders/${field('order_id')}`
  const answer = await callApi<RefundLinkReply>(
    fetchApi,
    `/api/${what}/refund_request`,
    jsonPost({
      token: String(fields.get('token') ?? ''),
      ...(fields.has('people') && { tickets: fields.getAll('people').map(readPart) }),
    }),
  )
  if (answer.ok) return { link: answer.data }
  return {
    problem: answer.error || 'Something went wrong. Please try again.',
    status: answer.status,
  }
}

/** A hidden field of the form: 'NUMBER:2:5' for 2 of 5 people. */
function readPart(field: FormDataEntryValue) {
  const [ticket_number, admits, of] = String(field).split(':')
  return { ticket_number, admits: Number(admits), of: Number(of) }
}
