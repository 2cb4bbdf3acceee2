import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useParams,
} from 'react-router'
import type { RefundLinkReply } from '../../refunds/reschedule/refund-link.contract.ts'
import { type AskOutcome, askForRefund } from '../../refunds/screens/ask-for-refund.ts'
import { refundHeading } from '../../refunds/screens/refund-heading.ts'
import { RefundLink } from '../../refunds/screens/refund-link.tsx'
import { apiOf, callApi } from '../../ui/api.ts'
import type { PageHandle } from '../layouts/page-head.ts'

const NOT_KEPT = { 'cache-control': 'no-store' }

type Loaded = { link: RefundLinkReply; hasChosen: boolean; problem: string | null }

/**
 * Loads the page behind the link in the SMS about a rescheduled event. The address may name the
 * people to refund; if they cannot be refunded, the page says why and lets the reader choose again.
 */
export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const path = `/api/refund_links/${encodeURIComponent(params.token!)}`
  const people = new URL(request.url).searchParams.getAll('people')
  const call = (query: string) =>
    callApi<RefundLinkReply>(apiOf(context), path + query, { signal: request.signal })
  let problem: string | null = null
  if (people.some((one) => !one.endsWith(':0'))) {
    const chosen = await call(`?people=${encodeURIComponent(people.join())}`)
    if (chosen.ok)
      return data({ link: chosen.data, hasChosen: true, problem }, { headers: NOT_KEPT })
    problem = chosen.error
  } else if (people.length > 0) problem = "Choose how many can't come."
  const answer = await call('')
  if (answer.ok)
    return data({ link: answer.data, hasChosen: false, problem }, { headers: NOT_KEPT })
  const missing = answer.status === 404
  throw new Response(missing ? 'This link is not valid' : answer.error, {
    status: answer.status || 503,
  })
}

export async function action({ context, request }: ActionFunctionArgs) {
  const outcome = await askForRefund(apiOf(context), await request.formData())
  const status = 'problem' in outcome ? outcome.status || 503 : 200
  return data(outcome, { status, headers: NOT_KEPT })
}

export const handle: PageHandle<Loaded> = {
  head: (loaded) => ({
    title: `${loaded?.link.event_title ?? 'Refund'} · Lango`,
    description: 'Request a refund for a rescheduled event.',
    noindex: true,
  }),
}

export function Component() {
  const { link, hasChosen, problem } = useLoaderData<Loaded>()
  const posted = useActionData<AskOutcome>() ?? null
  const { token = '' } = useParams()
  return (
    <div className="mx-auto max-w-[520px] py-6 sm:py-12">
      <h1 className="text-title font-bold tracking-tight sm:text-hero">{refundHeading(link)}</h1>
      <div className="mt-6 rounded-card border border-line bg-paper p-4 shadow-lift sm:p-6">
        <RefundLink
          link={link}
          token={token}
          hasChosen={hasChosen}
          problem={problem}
          posted={posted}
        />
      </div>
    </div>
  )
}
