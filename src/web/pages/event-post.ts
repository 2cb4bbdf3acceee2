import { type ActionFunctionArgs, data, redirect } from 'react-router'
import type { OrderReply } from '../../checkout/checkout.contract.ts'
import { type Choice, readChoice, readPostedTickets } from '../../checkout/choice.rules.ts'
import { refusalText } from '../../checkout/purchase.rules.ts'
import { isOtherOperator, WARNED_PHONE_FIELD } from '../../payments/prompts/operator.rules.ts'
import { apiOf, callApi, jsonPost } from '../../ui/api.ts'
import { LANGUAGE } from '../../ui/language.rules.ts'
import { randomId } from '../../ui/random-id.ts'

/** A posted form that was refused: shown again with all that was typed. */
export type PostProblem = {
  /** Null if each problem is shown next to its field. */
  problem: string | null
  /** A refused order leaves its id free. */
  orderId: string
  choice: Choice
  typed: { phoneNumber: string; email: string }
}

/** The form is there with all that was typed, and its order's id: the button is the next try. */
const pressAgain = (seconds = 5) =>
  `Many people are buying right now. Nothing was charged. Press the button again in ${seconds} seconds.`

/** Buying without script. The answer is another page, so a reload cannot buy twice. */
export async function buyWithoutScript({ params, context, request }: ActionFunctionArgs) {
  const form = await request.formData()
  const fields = new Map([...form].map(([name, value]) => [name, String(value)]))
  const tickets = readPostedTickets(fields)
  const orderId = fields.get('orderId') || randomId()
  const typed = {
    phoneNumber: fields.get('phoneNumber') ?? '',
    email: (fields.get('email') ?? '').trim(),
  }
  const refuse = (problem: string | null, status: number) => {
    const refused: PostProblem = { problem, orderId, choice: readChoice(fields), typed }
    return data(refused, { status })
  }
  const isTold = fields.get(WARNED_PHONE_FIELD) === typed.phoneNumber
  if (isOtherOperator(typed.phoneNumber) && !isTold) return refuse(null, 422)
  const cents = tickets.reduce((sum, ticket) => sum + Math.round(ticket.amount * 100), 0)
  const answer = await callApi<OrderReply>(
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
        ...(fields.get('payBy') === 'paybill' && { payBy: 'paybill' }),
      },
      { prefer: 'respond-async' },
    ),
  )
  if (answer.ok && answer.data.status === 'pending') return redirect(`/pay/${orderId}`, 303)
  // The back button brought an old form: the order that it made is shown, paid or not.
  const isKnown = answer.ok || answer.code === 'order_conflict'
  if (isKnown) return redirect(`/pay/${orderId}?again=1`, 303)
  if (answer.code === 'overloaded') return refuse(pressAgain(answer.retryAfter), answer.status)
  return refuse(refusalText(answer), answer.status)
}
