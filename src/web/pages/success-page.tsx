import { useEffect } from 'react'
import { type LoaderFunctionArgs, redirect, useLoaderData, useLocation } from 'react-router'
import type { OrderReply } from '../../checkout/checkout.contract.ts'
import { PaymentComplete } from '../../checkout/screens/payment-complete.tsx'
import { useLateReference } from '../../checkout/screens/use-late-reference.ts'
import {
  readSuccessState,
  type SuccessState,
  successState,
} from '../../checkout/success-state.rules.ts'
import { loadQuestions } from '../../questions/screens/questions-later.tsx'
import {
  type AskedTicket,
  findAsked,
  SuccessQuestions,
} from '../../questions/screens/success-questions.tsx'
import { SmsUnreached } from '../../tickets/screens/sms-unreached.tsx'
import { useKeptTickets } from '../../tickets/screens/use-kept-tickets.ts'
import { apiOf, callApi } from '../../ui/api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { PageHandle } from '../layouts/page-head.ts'

/** `asked` is absent if no ticket lacks an answer. */
type Loaded = SuccessState & { asked?: AskedTicket }

/**
 * With script the tickets come from the browser's navigation state. Without script the order id in
 * the address replaces that state.
 */
export async function loader({
  request,
  context,
}: LoaderFunctionArgs): Promise<Loaded | Response | null> {
  const order = new URL(request.url).searchParams.get('order')
  if (!order) return null
  const path = `/api/orders/${encodeURIComponent(order)}`
  const answer = await callApi<OrderReply>(apiOf(context), path, { signal: request.signal })
  if (!answer.ok) return null
  // Only the payment page shows the state of a refund.
  if (/^refund/.test(answer.data.status)) return redirect(`/pay/${order}`)
  if (answer.data.status !== '0') return null
  const paid = successState(answer.data)
  if (!paid.hasQuestions) return paid
  const numbers = paid.tickets.map((ticket) => ticket.ticket_number)
  const asked = await findAsked(apiOf(context), numbers)
  return { ...paid, ...(asked && { asked }) }
}

export const handle: PageHandle<Loaded | null> = {
  head: (data) => ({
    title: `${isFree(data ?? arrived()) ? 'Your tickets' : 'Payment Complete!'} · Lango`,
    description: 'Your tickets.',
    canonical: '/success',
    noindex: true,
  }),
  load: async (data) => {
    if (data?.asked) await loadQuestions()
  },
}

/** The order in the browser's navigation state, which the loader cannot read. */
const arrived = () =>
  import.meta.env.SSR ? null : readSuccessState((history.state as { usr?: unknown } | null)?.usr)

const isFree = (paid: SuccessState | null) => paid !== null && paid.amount === 0

export function Component() {
  const read = useLoaderData<Loaded | null>()
  const { state } = useLocation()
  const hydrated = useHydrated()
  const paid = useLateReference(read ?? (hydrated ? readSuccessState(state) : null))
  const hasTickets = paid !== null
  useEffect(() => {
    // Loads the ticket page early, so that it opens at the gate without a network.
    if (hasTickets) import('./ticket-page.tsx').catch(() => {})
  }, [hasTickets])
  const numbers = paid?.tickets.map((ticket) => ticket.ticket_number) ?? []
  useKeptTickets(numbers)
  if (paid) {
    return (
      <PaymentComplete
        paid={paid}
        below={
          paid.hasQuestions && (
            <SuccessQuestions tickets={paid.tickets} read={read?.asked ?? null} />
          )
        }
      >
        <SmsUnreached numbers={numbers} isFresh />
      </PaymentComplete>
    )
  }
  if (hydrated) return <NoTickets />
  // The server cannot know the browser's navigation state, so it shows neither tickets nor an
  // error.
  return (
    <div className="min-h-[60vh]">
      <noscript>
        <NoTickets />
      </noscript>
    </div>
  )
}

function NoTickets() {
  return (
    <div className="mx-auto flex max-w-[440px] flex-col gap-4 py-16 text-center text-balance">
      <h1 className="text-title font-bold tracking-tight">Looking for your tickets?</h1>
      <p className="text-quiet">
        <WholeWords text="We'll send your tickets to your phone by SMS. Open the link in that message, or find them with the reference number in your M-PESA message." />
      </p>
      <ButtonLink to="/my-ticket">Find Your Ticket</ButtonLink>
      <ButtonLink to="/" look="quiet">
        Back to Home
      </ButtonLink>
    </div>
  )
}
