import { type ActionFunctionArgs, data, redirect, useActionData } from 'react-router'
import { FindTickets } from '../../tickets/screens/find-tickets.tsx'
import { type LookupOutcome, lookUpTickets } from '../../tickets/screens/look-up-tickets.ts'
import { apiOf } from '../../ui/api.ts'
import type { PageHandle } from '../layouts/page-head.ts'

export async function action({ context, request }: ActionFunctionArgs) {
  const outcome = await lookUpTickets(apiOf(context), await request.formData())
  const headers = new Headers({ 'cache-control': 'no-store' })
  if ('tickets' in outcome) {
    const [first, second] = outcome.tickets
    return second ? data(outcome, { headers }) : redirect(`/t/${first!.ticket_number}`, 303)
  }
  if (outcome.retryAfter) headers.set('retry-after', String(outcome.retryAfter))
  return data(outcome, { status: outcome.status, headers })
}

export const handle: PageHandle = {
  head: () => ({
    title: 'Find Your Ticket · Lango',
    description: 'Lost your ticket? Find it with the reference number in your M-PESA message.',
    canonical: '/my-ticket',
  }),
}

export function Component() {
  return <FindTickets byReference={useActionData<LookupOutcome>() ?? null} byPhone={null} />
}
