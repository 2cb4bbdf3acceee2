import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useParams,
} from 'react-router'
import type { AllotmentPage } from '../../complimentary/complimentary.contract.ts'
import { ClaimForm } from '../../complimentary/screens/claim-form.tsx'
import { type ClaimOutcome, claimTicket } from '../../complimentary/screens/claim-ticket.ts'
import { apiOf, callApi } from '../../ui/api.ts'
import type { PageHandle } from '../layouts/page-head.ts'

const NOT_KEPT = { 'cache-control': 'no-store' }

export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const path = `/api/allotments/${encodeURIComponent(params.token!)}`
  const answer = await callApi<AllotmentPage>(apiOf(context), path, { signal: request.signal })
  if (answer.ok) return data(answer.data, { headers: NOT_KEPT })
  const missing = answer.status === 404
  throw new Response(missing ? 'This link is not valid' : answer.error, {
    status: answer.status || 503,
  })
}

export async function action({ context, request }: ActionFunctionArgs) {
  const outcome = await claimTicket(apiOf(context), await request.formData())
  return data(outcome, { status: outcome.status, headers: NOT_KEPT })
}

export const handle: PageHandle<AllotmentPage> = {
  head: (page) => ({
    title: `${page?.event ?? 'Ticket'} · Lango`,
    description: 'A complimentary ticket for you.',
    noindex: true,
  }),
}

export function Component() {
  const page = useLoaderData<AllotmentPage>()
  const posted = useActionData<ClaimOutcome>() ?? null
  const { token = '' } = useParams()
  return (
    <div className="mx-auto max-w-[520px] py-6 sm:py-12">
      <p className="text-quiet">{`${page.name} invites you to`}</p>
      <h1 className="wrap-anywhere text-title font-bold tracking-tight sm:text-hero">
        {page.event}
      </h1>
      <div className="mt-6 rounded-card border border-line bg-paper p-4 shadow-lift sm:p-6">
        <ClaimForm page={page} token={token} posted={posted} />
      </div>
    </div>
  )
}
