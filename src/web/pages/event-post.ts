import { type ActionFunctionArgs, data, redirect } from 'react-router'
import type { CodeSent, OrderReply } from '../../checkout/checkout.contract.ts'
import { type Choice, readChoice } from '../../checkout/choice.rules.ts'
import { readPostedTickets } from '../../checkout/chosen-price.rules.ts'
import type { PaymentTyped, Refused } from '../../checkout/purchase.rules.ts'
import { refusalText, refusedBy } from '../../checkout/refusal.rules.ts'
import { readSource } from '../../checkout/screens/order-source.ts'
import { WARNED_PHONE_FIELD } from '../../checkout/screens/warned-phone.ts'
import { typedNetwork } from '../../payments/prompts/typed-network.rules.ts'
import { apiOf, callApi, jsonPost } from '../../ui/api.ts'
import { LANGUAGE } from '../../ui/language.rules.ts'
import { randomId } from '../../ui/random-id.ts'
import { placedHeader, placedOf } from './placed-cookie.ts'

/** A refused form post. The page shows the form again with all input. */
export type PostProblem = {
  /** Null if each problem is shown next to its field. */
  problem: string | null
  /** The order id of the form. After a refusal the id can be used again. */
  orderId: string
  choice: Choice
  typed: PaymentTyped
  refused?: Refused
}

const PAY_BY = ['paybill', 'free'] as const

const ENTER_CODE = 'Enter the code that we sent you by SMS.'

/**
 * The page shows the form again with all input and the same order id, so pressing the button
 * retries the same order.
 */
const pressAgain = (seconds = 5) =>
  `We're very busy right now. Nothing was charged. Press the button again in ${seconds} seconds.`

/**
 * Handles the purchase form without script. Always redirects after a purchase, so a reload cannot
 * buy twice.
 */
export async function buyWithoutScript({ params, context, request }: ActionFunctionArgs) {
  const form = await request.formData()
  const fields = new Map([...form].map(([name, value]) => [name, String(value)]))
  const tickets = readPostedTickets(fields)
  const orderId = fields.get('orderId') || randomId()
  const typed = {
    phoneNumber: fields.get('phoneNumber') ?? '',
    email: (fields.get('email') ?? '').trim(),
  }
  const refuse = (problem: string | null, status: number, refused?: Refused, codeSent?: string) => {
    const choice = readChoice(fields)
    const shown = { ...typed, ...(codeSent && { codeSent }) }
    return data<PostProblem>({ problem, orderId, choice, typed: shown, refused }, { status })
  }
  const payBy = PAY_BY.find((way) => way === fields.get('payBy'))
  const again = fields.get('again')
  if (again === 'number') return refuse(null, 200)
  const proof = (again ? '' : (fields.get('proof') ?? '')).replace(/\D/g, '')
  const isWarned = payBy === 'free' || fields.get(WARNED_PHONE_FIELD) === typed.phoneNumber
  const network = typedNetwork(typed.phoneNumber)
  if (network !== null && !isWarned) {
    await callApi(apiOf(context), '/api/functions/typed-number', jsonPost({ network }))
    // The call below refuses a number from abroad.
    if (network !== 'foreign') return refuse(null, 422)
  }
  const cents = tickets.reduce((sum, ticket) => sum + Math.round(ticket.amount * 100), 0)
  const answer = await callApi<OrderReply | CodeSent>(
    apiOf(context),
    '/api/functions/mpesa',
    jsonPost(
      {
        orderId,
        eventId: params.id,
        amount: cents / 100,
        tickets,
        phoneNumber: typed.phoneNumber,
        email: typed.email || null,
        language: LANGUAGE,
        replaces: placedOf(request),
        ...(payBy && { payBy }),
        ...(proof && { proof }),
        ...(fields.get('code') && { promo_code: fields.get('code') }),
        ...readSource(new URL(request.url).searchParams),
      },
      { prefer: 'respond-async' },
    ),
  )
  if (answer.ok && answer.data.status === 'code') {
    return refuse(null, 200, undefined, answer.data.message)
  }
  if (answer.ok && answer.data.status === 'pending') {
    return redirect(`/pay/${orderId}`, { status: 303, headers: placedHeader(request, orderId) })
  }
  // The buyer went back and posted an old form again. Show the order that this form placed, paid or
  // not.
  const isKnown = answer.ok || answer.code === 'order_conflict'
  if (isKnown) return redirect(`/pay/${orderId}?again=1`, 303)
  if (answer.code === 'overloaded') return refuse(pressAgain(answer.retryAfter), answer.status)
  const codeSent = proof ? ENTER_CODE : undefined
  return refuse(refusalText(answer), answer.status, refusedBy(answer), codeSent)
}
