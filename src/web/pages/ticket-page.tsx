import { useEffect } from 'react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
  useLocation,
  useParams,
  useRevalidator,
} from 'react-router'
import type { AnswersReply } from '../../questions/answers.contract.ts'
import {
  LeavingLater,
  loadQuestions,
  QuestionsLater,
} from '../../questions/screens/questions-later.tsx'
import { type AnswerOutcome, sendAnswers } from '../../questions/screens/send-answers.ts'
import { tooOften } from '../../tickets/lookup/lookup.rules.ts'
import { reportOpened } from '../../tickets/screens/opened-ticket.tsx'
import { type SendOutcome, sendTicket } from '../../tickets/screens/send-ticket.ts'
import { TicketView, TicketWithoutDetails } from '../../tickets/screens/ticket-view.tsx'
import { homeScreenLink } from '../../tickets/screens/use-home-screen.ts'
import { useKeptTickets } from '../../tickets/screens/use-kept-tickets.ts'
import type { TicketReply } from '../../tickets/tickets.contract.ts'
import { apiOf, callApi } from '../../ui/api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { isPageCached } from '../../ui/cached-page.ts'
import { PREFIX } from '../../ui/language.rules.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import type { PageHandle } from '../layouts/page-head.ts'

/** `asked` is absent if the event asks no questions, as is usual. */
type Loaded = { ticket: TicketReply | null; retryAfter?: number; asked?: AnswersReply }

const NOTHING: Loaded = { ticket: null }
/**
 * Anyone who knows the number can use the ticket, so no HTTP cache may store the page. The service
 * worker stores its own copy.
 */
const KEPT_NOWHERE = { 'cache-control': 'no-store' }

/** Loads the ticket. `ticket` is null if it could not be read, whether or not it exists. */
export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const path = `/api/tickets/${encodeURIComponent(params.ticketNumber!)}`
  const init = { signal: request.signal }
  const answer = await callApi<TicketReply>(apiOf(context), path, init)
  if (answer.ok) {
    const loaded: Loaded = { ticket: answer.data }
    if (answer.data.has_questions) {
      const questions = await callApi<AnswersReply>(apiOf(context), `${path}/answers`, init)
      if (questions.ok && questions.data.questions.length > 0) loaded.asked = questions.data
    }
    if (loaded.asked) await loadQuestions()
    return data<Loaded>(loaded, { headers: KEPT_NOWHERE })
  }
  if (answer.status === 404) throw new Response('Ticket not found', { status: 404 })
  // The phone has no network. If this phone opened the page before, the service worker has a copy
  // of the page.
  const page = `${PREFIX}/t/${params.ticketNumber}`
  if (answer.status === 0 && (await isPageCached(page))) return redirectDocument(page)
  const { status, retryAfter } = answer
  if (!retryAfter) return data<Loaded>(NOTHING, { status: status || 503 })
  const headers = { 'retry-after': String(retryAfter) }
  return data<Loaded>({ ticket: null, retryAfter }, { status, headers })
}

/** Handles, without script, the forms that keep, transfer, take back or give back a ticket. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const fields = await request.formData()
  if (fields.has('keep')) {
    await reportOpened(apiOf(context), params.ticketNumber!)
    return redirect(`/t/${params.ticketNumber}`, 303)
  }
  const send = fields.has('answers') ? sendAnswers : sendTicket
  const outcome = await send(apiOf(context), fields)
  return data(outcome, { status: outcome.status, headers: KEPT_NOWHERE })
}

export const handle: PageHandle<Loaded> = {
  head: ({ ticket } = NOTHING) => ({
    title: ticket ? `${ticket.ticket_type}, ${ticket.event_title} · Lango` : 'Ticket · Lango',
    description: 'A ticket. Show it at the gate.',
    canonical: ticket ? `/t/${ticket.ticket_number}` : '/',
    noindex: true,
    ...(ticket && { manifest: homeScreenLink(ticket.ticket_number) }),
  }),
  load: async (data) => {
    if (data?.asked) await loadQuestions()
  },
}

export function Component() {
  const { ticket, retryAfter, asked } = useLoaderData<Loaded>()
  const posted = useActionData<SendOutcome | AnswerOutcome>() ?? null
  const { ticketNumber = '' } = useParams()
  const { state, search } = useLocation()
  const { revalidate } = useRevalidator()
  const hydrated = useHydrated()
  useKeptTickets(ticket ? [ticket.ticket_number] : [])
  useEffect(() => {
    if (!ticket) console.error('Failed to fetch ticket details')
  }, [ticket])
  if (ticket) {
    const isAnswer = posted !== null && 'answers' in posted
    return (
      <TicketView
        ticket={ticket}
        posted={isAnswer ? null : posted}
        leaving={asked && <LeavingLater asked={asked} />}
      >
        {asked && (
          <QuestionsLater
            key={ticket.ticket_number}
            number={ticket.ticket_number}
            asked={asked}
            posted={isAnswer ? posted : null}
            chosen={new URLSearchParams(search).get('question')}
            onChanged={() => void revalidate()}
          />
        )}
      </TicketView>
    )
  }
  // Only our own pages set this navigation state, after they have shown this ticket.
  const isKnown = hydrated && (state as { known?: boolean } | null)?.known === true
  if (isKnown) return <TicketWithoutDetails number={ticketNumber} />
  return (
    <main className="mx-auto max-w-[440px] px-4 py-16 text-center">
      <h1 className="text-title font-bold tracking-tight">This ticket could not be loaded</h1>
      <p className="mt-3 text-quiet">
        {retryAfter ? tooOften(retryAfter) : 'Please try again in a moment.'}
      </p>
      <ButtonLink to="" reloadDocument className="mt-8">
        Try again
      </ButtonLink>
    </main>
  )
}
