import { type ActionFunctionArgs, data, redirect } from 'react-router'
import type { OrderReply } from '../../checkout/checkout.contract.ts'
import { TOLD_OF } from '../../checkout/told-of.rules.ts'
import { isOtherOperator, OTHER_OPERATOR } from '../../payments/operator.rules.ts'
import { apiOf, callApi, jsonPost } from '../../ui/api.ts'

/** One more prompt for the same order, asked for without script. */
export async function promptWithoutScript({ params, context, request }: ActionFunctionArgs) {
  const form = await request.formData()
  const phoneNumber = String(form.get('phoneNumber') ?? '').trim()
  if (isOtherOperator(phoneNumber) && form.get(TOLD_OF) !== phoneNumber) {
    return data({ problem: OTHER_OPERATOR, phoneNumber }, { status: 422 })
  }
  const path = `/api/orders/${encodeURIComponent(params.orderId!)}/prompts`
  const body = phoneNumber ? { phoneNumber } : {}
  const answer = await callApi<OrderReply>(apiOf(context), path, jsonPost(body))
  const isUnderWay = !answer.ok && (answer.code === 'already_paid' || answer.code === 'prompt_open')
  if (answer.ok || isUnderWay) return redirect(`/pay/${params.orderId}`, 303)
  return data({ problem: answer.error, phoneNumber }, { status: answer.status })
}
