import { callApi, type FetchApi } from '../../ui/api.ts'
import type { RefundLinkReply } from '../refund-link.contract.ts'

export type AskOutcome = { link: RefundLinkReply } | { problem: string; status: number }

/** Sends what the form of a link holds: the order and the link's token. */
export async function askForRefund(fetchApi: FetchApi, fields: FormData): Promise<AskOutcome> {
  const orderId = encodeURIComponent(String(fields.get('order_id') ?? ''))
  const answer = await callApi<RefundLinkReply>(fetchApi, `/api/orders/${orderId}/refund_request`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: String(fields.get('token') ?? '') }),
  })
  if (answer.ok) return { link: answer.data }
  return {
    problem: answer.error || 'Something went wrong. Please try again.',
    status: answer.status,
  }
}
