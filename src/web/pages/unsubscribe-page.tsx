import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useParams,
} from 'react-router'
import { type UnsubscribeOutcome, unsubscribe } from '../../site/screens/change-subscription.ts'
import { UnsubscribeForm } from '../../site/screens/unsubscribe-form.tsx'
import type { SubscriptionReply } from '../../site/site.contract.ts'
import { apiOf, callApi } from '../../ui/api.ts'
import type { PageHandle } from '../layouts/page-head.ts'

const NOT_KEPT = { 'cache-control': 'no-store' }

/**
 * Loads the subscription of this link. Null if the form was posted without script and the post
 * failed.
 */
export async function loader({ params, context, request }: LoaderFunctionArgs) {
  if (!params.token) return data(null)
  const path = `/api/newsletter/${encodeURIComponent(params.token)}`
  const answer = await callApi<SubscriptionReply>(apiOf(context), path, { signal: request.signal })
  if (answer.ok) return data(answer.data, { headers: NOT_KEPT })
  const missing = answer.status === 404
  throw new Response(missing ? 'This link is not valid' : answer.error, {
    status: answer.status || 503,
  })
}

/**
 * Handles the form, which posts to the address without the token. (A mail program's one-click
 * request posts to the address with the token, and gets no page.) Redirects to the token's page,
 * which shows that the subscription has ended.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const outcome = await unsubscribe(apiOf(context), await request.formData())
  if ('problem' in outcome) return data(outcome, { status: outcome.status, headers: NOT_KEPT })
  return redirect(`/newsletter/unsubscribe/${encodeURIComponent(outcome.token)}`, 303)
}

export const handle: PageHandle = {
  head: () => ({
    title: 'Unsubscribe · Lango',
    description: 'Unsubscribe from the newsletter in one step.',
    noindex: true,
  }),
}

export function Component() {
  const subscription = useLoaderData<SubscriptionReply | null>()
  const posted = useActionData<UnsubscribeOutcome>() ?? null
  const { token = '' } = useParams()
  return (
    <div className="mx-auto max-w-[520px] py-6 sm:py-12">
      <h1 className="text-title font-bold tracking-tight sm:text-hero">Newsletter</h1>
      <div className="mt-6 rounded-card border border-line bg-paper p-4 shadow-lift sm:p-6">
        <UnsubscribeForm
          subscription={subscription}
          token={posted?.token ?? token}
          posted={posted}
        />
      </div>
    </div>
  )
}
