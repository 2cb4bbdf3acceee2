import { useParams } from 'react-router'
import { useSession } from '../../../accounts/office/session.ts'
import { OtherTeams, Team } from '../../../accounts/office/team.tsx'
import { CopiedLinks } from '../../../complimentary/office/copied-links.tsx'
import { hasRight } from '../../../platform/http/rights.rules.ts'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Team · Lango',
    description: 'The people who work on your events.',
    noindex: true,
  }),
}

export function Component() {
  const { id } = useParams()
  const { user } = useSession()
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 className="text-title font-bold tracking-tight">Team</h1>
        <p className="mt-1 text-quiet">The people who work on your events, and their roles</p>
      </div>
      {user && <OtherTeams current={id ?? user.id} />}
      {user && (
        <Team
          key={id ?? user.id}
          organizerId={id ?? user.id}
          aboutRemoval={({ role, event }) =>
            hasRight(role, 'edit') && (
              <CopiedLinks organizerId={id ?? user.id} eventId={event?.id ?? null} />
            )
          }
        />
      )}
    </div>
  )
}
