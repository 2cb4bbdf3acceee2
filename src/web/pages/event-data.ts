import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { type Choice, readChoice } from '../../checkout/choice.rules.ts'
import { loadTerms } from '../../checkout/screens/sale-terms-later.tsx'
import type { EventReply } from '../../events/events.contract.ts'
import { apiOf, callApi, pageFailure } from '../../ui/api.ts'
import { randomId } from '../../ui/random-id.ts'

export type EventData = {
  event: EventReply
  choice: Choice
  /** The order id for a form that is posted without script. '' while no tickets are chosen. */
  orderId: string
}

let shown: EventReply | null = null

/** Keeps the event on the screen if a later read fails, until the returned function is called. */
export function keepShown(event: EventReply): () => void {
  shown = event
  return () => {
    shown = null
  }
}

export async function loader({ params, context, request }: LoaderFunctionArgs) {
  if (import.meta.env.SSR) {
    const query = (await import('./link-source.ts')).queryWithSource(request)
    if (query) throw redirect(query)
  }
  const { searchParams } = new URL(request.url)
  const code = searchParams.get('code')
  const query = code ? `?${new URLSearchParams({ code })}` : ''
  const path = `/api/events/${encodeURIComponent(params.id!)}${query}`
  const answer = await callApi<EventReply>(apiOf(context), path, { signal: request.signal })
  // When a sale begins, all waiting pages read the event again. If a read fails, keeps the event.
  const isKept = !answer.ok && answer.status !== 404 && shown?.id === params.id
  // Any other failure shows the text for a missing event (specification section 8).
  if (!answer.ok && !isKept) throw pageFailure(answer, 'Event not found')
  const event = answer.ok ? answer.data : shown!
  if (!import.meta.env.SSR) await loadTerms({ event })
  const choice = readChoice(searchParams)
  const isPaying = Object.keys(choice).length > 0 || request.method === 'POST'
  const read: EventData = { event, choice, orderId: isPaying ? randomId() : '' }
  // The order id belongs to one visitor, so no shared cache may store the page. The visitor's own
  // browser may store it: the back button then shows the form with its old order id, and a second
  // post finds the paid order instead of placing a new order.
  return data(read, isPaying ? { headers: { 'cache-control': 'private, no-cache' } } : undefined)
}
