import { data, useActionData, useLoaderData } from 'react-router'
import { TOO_EARLY } from '../../../accounts/entrance.rules.ts'
import { feeWords } from '../../../accounts/fees/service-fee.rules.ts'
import { EntranceCard, EntranceLink, type FormOutcome } from '../../../accounts/office/entrance.tsx'
import { SignUpForm } from '../../../accounts/office/sign-up.tsx'
import type { SiteReply } from '../../../site/site.contract.ts'
import type { PageHandle } from '../../layouts/page-head.ts'
import { loader, shouldRevalidate } from '../site-data.ts'

export { loader, shouldRevalidate }

/**
 * Handles a form that was posted before the script had loaded. Without this action the browser
 * would send the password in the address.
 */
export function action() {
  return data({ problem: TOO_EARLY } satisfies FormOutcome, { status: 409 })
}

export const handle: PageHandle = {
  head: () => ({
    title: 'Organizer Sign Up · Lango',
    description: 'Create an account to sell tickets for your events.',
    canonical: '/organizer/signup',
    noindex: true,
  }),
}

export function Component() {
  const posted = useActionData<FormOutcome>() ?? null
  const site = useLoaderData<SiteReply | null>()
  return (
    <EntranceCard
      heading="Organizer Sign Up"
      subtitle="Sell tickets for your events"
      foot={
        <p>
          Already have an account?{' '}
          <EntranceLink to="/organizer/signin">Back to sign in</EntranceLink>
        </p>
      }
    >
      {site && (
        <p className="mb-4 border-b border-line pb-2 text-center">
          What it costs: <b className="font-semibold">{feeWords(site.service_fee)}</b>.{' '}
          <EntranceLink to="/sell#payment" target="_blank">
            Terms of payment
          </EntranceLink>
        </p>
      )}
      <SignUpForm posted={posted} />
    </EntranceCard>
  )
}
