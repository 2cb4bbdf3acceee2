import { EntranceCard, EntranceLink } from '../../../accounts/office/entrance.tsx'
import { ResetPasswordForm } from '../../../accounts/office/mailed-links.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

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
      subtitle="Saving it signs out all your devices"
      foot={<EntranceLink to="/organizer/signin">Back to sign in</EntranceLink>}
    >
      <ResetPasswordForm />
    </EntranceCard>
  )
}
