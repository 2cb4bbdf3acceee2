import { type ActionFunctionArgs, data, redirect, useActionData } from 'react-router'
import { FOUND_FOR_MS } from '../../tickets/lookup/lookup.rules.ts'
import { FindTicketForm } from '../../tickets/screens/find-ticket.tsx'
import { FoundTickets } from '../../tickets/screens/found-tickets.tsx'
import { type LookupOutcome, lookUpTickets } from '../../tickets/screens/look-up-tickets.ts'
import { useFoundTickets } from '../../tickets/screens/use-found-tickets.ts'
import { apiOf } from '../../ui/api.ts'
import { LONE_LINK } from '../../ui/button.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Link } from '../../ui/link.tsx'
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
  const posted = useActionData<LookupOutcome>() ?? null
  const { shown, keep } = useFoundTickets(posted && 'tickets' in posted ? posted.tickets : null)
  return (
    <div className="mx-auto max-w-[520px] py-6 sm:py-12">
      <h1 className="text-title font-bold tracking-tight sm:text-hero">Find Your Ticket</h1>
      <p className="mt-3 text-quiet">
        We sent your ticket to the phone that paid. Can't find it? Paste the whole{' '}
        <span className="whitespace-nowrap">M-PESA</span> message here, or enter a ticket number.
      </p>
      <div className="mt-6 rounded-card border border-line bg-paper p-4 shadow-lift sm:p-6">
        {/* The new key empties the field after a search: a person who reads the reference on the
            screen could open the tickets. */}
        <FindTicketForm
          key={shown ? 'found' : 'empty'}
          posted={shown ? null : posted}
          onFound={keep}
        />
      </div>
      {shown && (
        <div className="mt-8">
          <noscript>
            <meta httpEquiv="refresh" content={`${FOUND_FOR_MS / 1000}; url=${PREFIX}/my-ticket`} />
          </noscript>
          <FoundTickets tickets={shown} onClear={() => keep(null)} />
        </div>
      )}
      <p className="mt-8">
        <Link to="/genuine" className={LONE_LINK}>
          Buying from someone? Check it's genuine
        </Link>
      </p>
    </div>
  )
}
