import { ConfirmAddress } from '../../../accounts/office/confirm-address.tsx'
import { EntranceCard, EntranceLink } from '../../../accounts/office/entrance.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Confirm Your Address · Lango',
    description: 'Confirm that this address is yours.',
    canonical: '/organizer/confirm',
    noindex: true,
  }),
}

export function Component() {
  return (
    <EntranceCard
      heading="Confirm Your Address"
      subtitle="So that the account is yours"
      foot={<EntranceLink to="/">← Back to the main site</EntranceLink>}
    >
      <ConfirmAddress />
    </EntranceCard>
  )
}
