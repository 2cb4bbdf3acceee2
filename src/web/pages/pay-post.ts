import { type ActionFunctionArgs, data, redirect } from 'react-router'
import type { OrderReply } from '../../checkout/checkout.contract.ts'
import { quantitiesOf } from '../../checkout/choice.rules.ts'
import { refusalText } from '../../checkout/refusal.rules.ts'
import { NUMBER_WARNING, OTHER_NUMBER } from '../../checkout/screens/other-number.tsx'
import { OTHER_OPERATOR, WARNED_PHONE_FIELD } from '../../checkout/screens/warned-phone.ts'
import { isOtherOperator } from '../../payments/prompts/operator.rules.ts'
import { apiOf, callApi, jsonPost } from '../../ui/api.ts'
import { placedOf } from './placed-cookie.ts'

/**
 * Handles the form without script that sends another prompt for the order, to the order's phone
 * number or to a different number.
 */
export async function promptWithoutScript({ params, context, request }: ActionFunctionArgs) {
  const form = await request.formData()
  const phoneNumber = String(form.get('phoneNumber') ?? '').trim()
  const email = String(form.get('email') ?? '').trim()
  const typed = { phoneNumber, email }
  const isNumber = new URL(request.url).searchParams.has(OTHER_NUMBER)
  if (isOtherOperator(phoneNumber) && form.get(WARNED_PHONE_FIELD) !== phoneNumber) {
    const problem = isNumber ? NUMBER_WARNING : OTHER_OPERATOR
    return data({ problem, ownOrder: null, newOrder: null, ...typed }, { status: 422 })
  }
  const path = `/api/orders/${encodeURIComponent(params.orderId!)}`
  // The page shows neither the phone number nor the email address, so an empty field means no
  // change.
  const replaces = placedOf(request)
  const again = { replaces, ...(phoneNumber && { phoneNumber }), ...(email && { email }) }
  const answer = isNumber
    ? await callApi<OrderReply>(apiOf(context), `${path}/phone`, {
        ...jsonPost({ phoneNumber, replaces, ...(email && { email }) }),
        method: 'PUT',
      })
    : await callApi<OrderReply>(apiOf(context), `${path}/prompts`, jsonPost(again))
  const isUnderWay = !answer.ok && (answer.code === 'already_paid' || answer.code === 'prompt_open')
  if (answer.ok || isUnderWay) return redirect(`/pay/${params.orderId}`, 303)
  const ownOrder = answer.order_id ?? null
  const { amount, tickets } = answer
  const newOrder = tickets && amount ? { amount, choice: quantitiesOf(tickets) } : null
  const problem = newOrder ? refusalText(answer) : answer.error
  return data({ problem, ownOrder, newOrder, ...typed }, { status: answer.status })
}
