import { EntranceCard, EntranceLink } from '../../../accounts/office/entrance.tsx'
import { ConfirmAddress } from '../../../accounts/office/mailed-links.tsx'
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
      subtitle="So that events can be listed in your name"
      foot={<EntranceLink to="/">← Back to the main site</EntranceLink>}
    >
      <ConfirmAddress />
    </EntranceCard>
  )
}
