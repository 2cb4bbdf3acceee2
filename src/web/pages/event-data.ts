import { data, type LoaderFunctionArgs } from 'react-router'
import { type Choice, readChoice } from '../../checkout/choice.rules.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { apiOf, callApi, pageFailure } from '../../ui/api.ts'
import { randomId } from '../../ui/random-id.ts'

export type EventData = {
  event: EventReply
  choice: Choice
  /** The order id for a form posted without script. '' while no tickets are chosen. */
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
