import { EntranceCard, EntranceLink } from '../../../accounts/office/entrance.tsx'
import { JoinTeam } from '../../../accounts/office/join-team.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Join a Team · Lango',
    description: 'Accept an invitation to work on events on Lango.',
    canonical: '/organizer/join',
    noindex: true,
  }),
}

export function Component() {
  return (
    <EntranceCard
      heading="Join a Team"
      subtitle="You are invited to work on events"
      foot={<EntranceLink to="/">← Back to the main site</EntranceLink>}
    >
      <JoinTeam />
    </EntranceCard>
  )
}
