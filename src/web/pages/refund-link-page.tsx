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
import { RefundLink } from '../../refunds/screens/refund-link.tsx'
import { apiOf, callApi } from '../../ui/api.ts'
import type { PageHandle } from '../layouts/page-head.ts'

const NOT_KEPT = { 'cache-control': 'no-store' }

/** Loads the page behind the link in the SMS about a rescheduled event. */
export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const path = `/api/refund_links/${encodeURIComponent(params.token!)}`
  const answer = await callApi<RefundLinkReply>(apiOf(context), path, { signal: request.signal })
  if (answer.ok) return data(answer.data, { headers: NOT_KEPT })
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

export const handle: PageHandle<RefundLinkReply> = {
  head: (link) => ({
    title: `${link?.event_title ?? 'Refund'} · Lango`,
    description: 'Request a refund for a rescheduled event.',
    noindex: true,
  }),
}

export function Component() {
  const link = useLoaderData<RefundLinkReply>()
  const posted = useActionData<AskOutcome>() ?? null
  const { token = '' } = useParams()
  return (
    <div className="mx-auto max-w-[520px] py-6 sm:py-12">
      <h1 className="text-title font-bold tracking-tight sm:text-hero">
        {link.event_title} has been rescheduled
      </h1>
      <div className="mt-6 rounded-card border border-line bg-paper p-4 shadow-lift sm:p-6">
        <RefundLink link={link} token={token} posted={posted} />
      </div>
    </div>
  )
}
