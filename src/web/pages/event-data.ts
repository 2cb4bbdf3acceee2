import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from 'react-router'
import type { OrderReply } from '../../checkout/checkout.contract.ts'
import { type Choice, readChoice, readPostedTickets } from '../../checkout/choice.rules.ts'
import { refusalText } from '../../checkout/purchase.rules.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { apiOf, callApi, jsonPost, pageFailure } from '../../ui/api.ts'
import { randomId } from '../../ui/random-id.ts'

export type EventData = {
  event: EventReply
  choice: Choice
  /** For a form posted without script; '' where no tickets are chosen yet. */
  orderId: string
}

export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const path = `/api/events/${encodeURIComponent(params.id!)}`
  const answer = await callApi<EventReply>(apiOf(context), path, { signal: request.signal })
  // A failed event shows the same words as a missing one (specification section 8).
  if (!answer.ok) throw pageFailure(answer, 'Event not found')
  const choice = readChoice(new URL(request.url).searchParams)
  const isPaying = Object.keys(choice).length > 0 || request.method === 'POST'
  const read: EventData = { event: answer.data, choice, orderId: isPaying ? randomId() : '' }
  // An order's id is for one buyer: no shared cache may hand it to another. The buyer's own
  // browser may keep it: then its back button finds the same order, paid, and not a new one.
  return data(read, isPaying ? { headers: { 'cache-control': 'private, no-cache' } } : undefined)
}

/** A posted form that was refused: shown again with all that was typed. */
export type PostProblem = {
  problem: string
  /** A refused order leaves its id free. */
  orderId: string
  choice: Choice
  typed: { phoneNumber: string; email: string }
}

/** Buying without script. The answer is another page, so a reload cannot buy twice. */
export async function action({ params, context, request }: ActionFunctionArgs) {
  const form = await request.formData()
  const fields = new Map([...form].map(([name, value]) => [name, String(value)]))
  const tickets = readPostedTickets(fields)
  const orderId = fields.get('orderId') || randomId()
  const typed = {
    phoneNumber: fields.get('phoneNumber') ?? '',
    email: (fields.get('email') ?? '').trim(),
  }
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
      },
      { prefer: 'respond-async' },
    ),
  )
  if (answer.ok && answer.data.status === 'pending') return redirect(`/pay/${orderId}`, 303)
  // The back button brought an old form: the order that it made is shown, paid or not.
  const isKnown = answer.ok || answer.code === 'order_conflict'
  if (isKnown) return redirect(`/pay/${orderId}?again=1`, 303)
  const problem = refusalText(answer)
  const refused: PostProblem = { problem, orderId, choice: readChoice(fields), typed }
  return data(refused, { status: answer.status })
}
