import { callApi, jsonPost } from '../../ui/api.ts'
import type { CodeSent, OrderReply } from '../checkout.contract.ts'
import type { PurchaseInput } from '../purchase.rules.ts'
import { toPurchaseRequest } from '../purchase-request.rules.ts'
import { refusalText } from '../refusal.rules.ts'
import { orderFields } from './order-calls.ts'

type CodeAnswer =
  | { message: string }
  | { message?: never; text: string; field?: string; code: string }

/** Requests the code of a free order. Returns the words about the SMS, or why none was sent. */
export async function requestCode(wanted: PurchaseInput): Promise<CodeAnswer> {
  const body = orderFields(toPurchaseRequest(wanted))
  const answer = await callApi<OrderReply | CodeSent>(
    (to, how) => fetch(to, how),
    '/api/functions/mpesa',
    jsonPost(body),
  )
  if (answer.ok) return { message: answer.data.message }
  const { code, field, status } = answer
  const text = status === 0 ? 'No connection. Please try again.' : refusalText(answer)
  return { text, code, ...(field && { field }) }
}

/**
 * Checks a code before its sale begins. Null if it is right, else why it is not. The call names a
 * price that no free order has: it is refused even if the sale has just begun, so no ticket is
 * taken that the buyer has not chosen.
 */
export async function checkProof(wanted: PurchaseInput): Promise<string | null> {
  const body = { ...orderFields(toPurchaseRequest(wanted)), amount: 1 }
  const answer = await callApi<OrderReply>(
    (to, how) => fetch(to, how),
    '/api/functions/mpesa',
    jsonPost(body),
  )
  if (answer.ok || ['not_on_sale', 'amount_changed'].includes(answer.code)) return null
  return answer.status === 0 ? 'No connection. Please try again.' : refusalText(answer)
}
