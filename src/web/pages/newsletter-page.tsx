import { type ActionFunctionArgs, data, useActionData } from 'react-router'
import { type NewsletterOutcome, subscribe } from '../../site/screens/change-subscription.ts'
import { NewsletterForm } from '../../site/screens/newsletter-form.tsx'
import { apiOf } from '../../ui/api.ts'
import { useSite } from '../../ui/site.tsx'
import type { PageHandle } from '../layouts/page-head.ts'

export async function action({ context, request }: ActionFunctionArgs) {
  const outcome = await subscribe(apiOf(context), await request.formData())
  return data(outcome, { status: outcome.status, headers: { 'cache-control': 'no-store' } })
}

export const handle: PageHandle = {
  head: () => ({
    title: 'Newsletter · Lango',
    description: 'New events in Kenya by email. Unsubscribe in one step at any time.',
    canonical: '/newsletter',
  }),
}

export function Component() {
  const posted = useActionData<NewsletterOutcome>() ?? null
  const { noNewsletter } = useSite()
  // A page that was opened before a change of `noNewsletter` may still post its form.
  const isOffered = !noNewsletter || posted
  return (
    <div className="mx-auto max-w-[520px] py-6 sm:py-12">
      <h1 className="text-title font-bold tracking-tight sm:text-hero">Newsletter</h1>
      {isOffered ? (
        <>
          <p className="mb-6 mt-3 text-quiet">We email you about new events now and then.</p>
          <div className="rounded-card border border-line bg-paper p-4 shadow-lift sm:p-6">
            <NewsletterForm source="newsletter" posted={posted} />
          </div>
        </>
      ) : (
        <p className="mt-3 text-quiet">We don't send a newsletter at the moment.</p>
      )}
    </div>
  )
}
