import { callApi, type FetchApi, jsonPost } from '../../ui/api.ts'
import type { RefundLinkReply } from '../reschedule/refund-link.contract.ts'

export type AskOutcome = { link: RefundLinkReply } | { problem: string; status: number }

/** Sends the form of a refund link: the order or the transferred ticket, and the link's token. */
export async function askForRefund(fetchApi: FetchApi, fields: FormData): Promise<AskOutcome> {
  const field = (name: string) => encodeURIComponent(String(fields.get(name) ?? ''))
  const what = fields.has('ticket_number')
    ? `tickets/${field('ticket_number')}`
    : `orders/${field('order_id')}`
  const answer = await callApi<RefundLinkReply>(
    fetchApi,
    `/api/${what}/refund_request`,
    jsonPost({ token: String(fields.get('token') ?? '') }),
  )
  if (answer.ok) return { link: answer.data }
  return {
    problem: answer.error || 'Something went wrong. Please try again.',
    status: answer.status,
  }
}
