import { data, Navigate, useActionData, useLocation, useSearchParams } from 'react-router'
import { destinationOf, TOO_EARLY } from '../../../accounts/entrance.rules.ts'
import { EntranceCard, EntranceLink, type FormOutcome } from '../../../accounts/office/entrance.tsx'
import { keptInvitation } from '../../../accounts/office/kept-invitation.ts'
import { useSession } from '../../../accounts/office/session.ts'
import { CheckInbox, SignInForm } from '../../../accounts/office/sign-in.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

/**
 * Handles a form that was posted before the script had loaded. Without this action the browser
 * would send the password in the address.
 */
export function action() {
  return data({ problem: TOO_EARLY } satisfies FormOutcome, { status: 409 })
}

export const handle: PageHandle = {
  head: () => ({
    title: 'Organizer Sign In · Lango',
    description: 'Access your event organizer dashboard.',
    canonical: '/organizer/signin',
    noindex: true,
  }),
}

export function Component() {
  const posted = useActionData<FormOutcome>() ?? null
  const { status } = useSession()
  const [params] = useSearchParams()
  const signedUp: string | undefined = useLocation().state?.signedUp
  // Redirects a signed-in user, even if the user signed in in another tab.
  if (status === 'in') {
    const to = params.get('to')
    const next = (to === null && keptInvitation()) || destinationOf(to)
    return <Navigate to={next} replace />
  }
  return (
    <EntranceCard
      heading="Organizer Sign In"
      subtitle="Access your event organizer dashboard"
      foot={
        <>
          <p>
            No account yet?{' '}
            <EntranceLink to="/organizer/signup">Sign up as an organizer</EntranceLink>
          </p>
          <EntranceLink to="/">← Back to the main site</EntranceLink>
        </>
      }
    >
      {status === 'lost' && (
        <div className="mb-4">
          <Notice role="status">
            You're offline. We'll take you back to your page when you're online.
          </Notice>
        </div>
      )}
      {signedUp && (
        <div className="mb-4">
          <CheckInbox email={signedUp} />
        </div>
      )}
      <p className="mb-4 border-b border-line pb-2 text-center">
        Bought a ticket? <EntranceLink to="/my-ticket">Find it here</EntranceLink>
      </p>
      <SignInForm posted={posted} signedUp={signedUp} />
    </EntranceCard>
  )
}
