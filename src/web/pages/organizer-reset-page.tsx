import { EntranceCard } from '../../accounts/screens/entrance-card.tsx'
import { EntranceLink } from '../../accounts/screens/entrance-link.tsx'
import { ResetPasswordForm } from '../../accounts/screens/reset-password-form.tsx'
import type { PageHandle } from '../ui/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'New Password · Lango',
    description: 'Choose a new password.',
    canonical: '/organizer/reset',
    noindex: true,
  }),
}

export function Component() {
  return (
    <EntranceCard
      heading="New Password"
      subtitle="Every device is signed out when you save it"
      foot={<EntranceLink to="/organizer/signin">Back to sign in</EntranceLink>}
    >
      <ResetPasswordForm />
    </EntranceCard>
  )
}
