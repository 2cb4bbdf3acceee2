import { callApi, type FetchApi, jsonPost } from '../../ui/api.ts'
import type { RefundLinkReply } from '../reschedule/refund-link.contract.ts'

export type AskOutcome = { link: RefundLinkReply } | { problem: string; status: number }

/** Sends the form of a refund link: the order and the link's token. */
export async function askForRefund(fetchApi: FetchApi, fields: FormData): Promise<AskOutcome> {
  const orderId = encodeURIComponent(String(fields.get('order_id') ?? ''))
  const token = String(fields.get('token') ?? '')
  const answer = await callApi<RefundLinkReply>(
    fetchApi,
    `/api/orders/${orderId}/refund_request`,
    jsonPost({ token }),
  )
  if (answer.ok) return { link: answer.data }
  return {
    problem: answer.error || 'Something went wrong. Please try again.',
    status: answer.status,
  }
}
