import { type ActionFunctionArgs, data, useActionData, useLoaderData } from 'react-router'
import { ContactForm } from '../../site/screens/contact-form.tsx'
import { ContactWays } from '../../site/screens/contact-ways.tsx'
import { type ContactOutcome, sendContact } from '../../site/screens/send-contact.ts'
import type { SiteReply } from '../../site/site.contract.ts'
import { apiOf } from '../../ui/api.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { PageHandle } from '../layouts/page-head.ts'
import { loader, shouldRevalidate } from './site-data.ts'

export { loader, shouldRevalidate }

/** Handles the contact form without script. */
export async function action({ context, request }: ActionFunctionArgs) {
  const outcome = await sendContact(apiOf(context), await request.formData())
  return data(outcome, { status: outcome.status, headers: { 'cache-control': 'no-store' } })
}

export const handle: PageHandle = {
  head: () => ({
    title: 'Contact · Lango',
    description: 'Write to us, call us or visit us in Nairobi. We help with tickets and payments.',
    canonical: '/contact',
  }),
}

const LEAD =
  'A question about a ticket or a payment? Tell us the M-PESA reference number so we can find it faster. We never ask for your PIN.'

export function Component() {
  const site = useLoaderData<SiteReply | null>()
  const posted = useActionData<ContactOutcome>() ?? null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 py-6 sm:py-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-16">
      <div>
        <h1 className="text-title font-bold tracking-tight sm:text-hero">Contact</h1>
        <p className="mb-8 mt-3 max-w-[440px] text-quiet">
          <WholeWords text={LEAD} />
        </p>
        {site && <ContactWays site={site} />}
      </div>
      <section
        aria-labelledby="write"
        className="rounded-card border border-line bg-paper p-4 shadow-lift sm:p-8"
      >
        <h2 id="write" className="mb-4 text-lead font-bold tracking-tight">
          Write to us
        </h2>
        <ContactForm posted={posted} />
      </section>
    </div>
  )
}
