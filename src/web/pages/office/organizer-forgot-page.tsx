import { data, useActionData } from 'react-router'
import { type FormOutcome, TOO_EARLY } from '../../../accounts/office/early-post.tsx'
import { EntranceCard } from '../../../accounts/office/entrance-card.tsx'
import { EntranceLink } from '../../../accounts/office/entrance-link.tsx'
import { ForgotForm } from '../../../accounts/office/forgot-form.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

/** A form that was sent before its script was there: it is tried once more. */
export function action() {
  return data({ problem: TOO_EARLY } satisfies FormOutcome, { status: 409 })
}

export const handle: PageHandle = {
  head: () => ({
    title: 'Forgot Password · Lango',
    description: 'Choose a new password by a link that we send you.',
    canonical: '/organizer/forgot',
    noindex: true,
  }),
}

export function Component() {
  const posted = useActionData<FormOutcome>() ?? null
  return (
    <EntranceCard
      heading="Forgot Password"
      subtitle="We send you a link to choose a new one"
      foot={<EntranceLink to="/organizer/signin">Back to sign in</EntranceLink>}
    >
      <ForgotForm posted={posted} />
    </EntranceCard>
  )
}
