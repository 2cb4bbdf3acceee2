import { type ActionFunctionArgs, data, redirect, useActionData, useLocation } from 'react-router'
import { FindTickets } from '../../tickets/screens/find-tickets.tsx'
import { type LookupOutcome, lookUpTickets } from '../../tickets/screens/look-up-tickets.ts'
import { type PhoneOutcome, requestTickets } from '../../tickets/screens/request-tickets.ts'
import { apiOf } from '../../ui/api.ts'
import type { PageHandle } from '../layouts/page-head.ts'

/** The phone number's form is posted to `/my-ticket/phone`, the reference's to `/my-ticket`. */
const isByPhone = (path: string) => path.endsWith('/phone')

export async function action({ context, request }: ActionFunctionArgs) {
  const fetchApi = apiOf(context)
  const fields = await request.formData()
  const outcome = isByPhone(new URL(request.url).pathname)
    ? await requestTickets(fetchApi, fields)
    : await lookUpTickets(fetchApi, fields)
  const headers = new Headers({ 'cache-control': 'no-store' })
  const [first, second] = ('tickets' in outcome && outcome.tickets) || []
  if (first && !second) return redirect(`/t/${first.ticket_number}`, 303)
  if ('retryAfter' in outcome) headers.set('retry-after', String(outcome.retryAfter))
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
  const posted = useActionData<LookupOutcome | PhoneOutcome>() ?? null
  const { pathname } = useLocation()
  return isByPhone(pathname) ? (
    <FindTickets byReference={null} byPhone={posted as PhoneOutcome | null} isByPhone />
  ) : (
    <FindTickets byReference={posted as LookupOutcome | null} byPhone={null} />
  )
}
