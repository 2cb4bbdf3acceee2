import { data, useActionData } from 'react-router'
import { TOO_EARLY } from '../../../accounts/entrance.rules.ts'
import { EntranceCard, EntranceLink, type FormOutcome } from '../../../accounts/office/entrance.tsx'
import { ForgotForm } from '../../../accounts/office/sign-in.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

/** Handles a form that was posted before the script had loaded: shows the form again. */
export function action() {
  return data({ problem: TOO_EARLY } satisfies FormOutcome, { status: 409 })
}

export const handle: PageHandle = {
  head: () => ({
    title: 'Forgot Password · Lango',
    description: 'We email you a link to choose a new password.',
    canonical: '/organizer/forgot',
    noindex: true,
  }),
}

export function Component() {
  const posted = useActionData<FormOutcome>() ?? null
  return (
    <EntranceCard
      heading="Forgot Password"
      subtitle="We'll email you a link to choose a new one"
      foot={<EntranceLink to="/organizer/signin">Back to sign in</EntranceLink>}
    >
      <ForgotForm posted={posted} />
    </EntranceCard>
  )
}
