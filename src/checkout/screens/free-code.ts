import { callApi, jsonPost, type Problem } from '../../ui/api.ts'
import type { CodeSent, OrderReply, OrderRequest } from '../checkout.contract.ts'
import type { PurchaseInput } from '../purchase.rules.ts'
import { toPurchaseRequest } from '../purchase-request.rules.ts'
import { refusalText } from '../refusal.rules.ts'
import { orderFields } from './order-calls.ts'

type CodeAnswer = { message: string } | { message?: never; text: string; field?: string }

/** Requests the code of a free order. Returns the words about the SMS, or why none was sent. */
export async function requestCode(wanted: PurchaseInput): Promise<CodeAnswer> {
  const answer = await order(orderFields(toPurchaseRequest(wanted)))
  if (answer.ok) return { message: answer.data.message }
  const { field } = answer
  return { text: textOf(answer), ...(field && { field }) }
}

/**
 * Checks the code from the buyer's SMS before the sale begins. Null if the code is right, otherwise
 * the reason. The request has an amount that no free order has, so the server never places the
 * order, even if the sale has just begun.
 */
export async function checkProof(wanted: PurchaseInput): Promise<string | null> {
  const answer = await order({ ...orderFields(toPurchaseRequest(wanted)), amount: 1 })
  if (answer.ok || ['not_on_sale', 'amount_changed'].includes(answer.code)) return null
  return textOf(answer)
}

const order = (body: OrderRequest) =>
  callApi<OrderReply | CodeSent>(
    (to, how) => fetch(to, how),
    '/api/functions/mpesa',
    jsonPost(body),
  )

const textOf = (refusal: Problem): string =>
  refusal.status === 0 ? 'No connection. Please try again.' : refusalText(refusal)
