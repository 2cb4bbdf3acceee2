import { type ActionFunctionArgs, data, redirect, useActionData } from 'react-router'
import { FindTickets } from '../../tickets/screens/find-tickets.tsx'
import { type PhoneOutcome, requestTickets } from '../../tickets/screens/request-tickets.ts'
import { apiOf } from '../../ui/api.ts'
import type { PageHandle } from '../layouts/page-head.ts'
import { handle as myTicket } from './my-ticket-page.tsx'

export async function action({ context, request }: ActionFunctionArgs) {
  const outcome = await requestTickets(apiOf(context), await request.formData())
  const [first, second] = outcome.tickets ?? []
  if (first && !second) return redirect(`/t/${first.ticket_number}`, 303)
  return data(outcome, { status: outcome.status, headers: { 'cache-control': 'no-store' } })
}

/** The form for a phone number is posted to this address if no script runs. */
export const handle: PageHandle = myTicket

export function Component() {
  const posted = useActionData<PhoneOutcome>() ?? null
  return <FindTickets byReference={null} byPhone={posted} isByPhone />
}
