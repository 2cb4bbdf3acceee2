import { useSession } from '../../../accounts/office/session.ts'
import { EventsPanel } from '../../../reports/office/events-panel.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Events · Lango',
    description: 'Manage and monitor all your events.',
    noindex: true,
  }),
}

export function Component() {
  const isAdmin = useSession().user?.role === 'admin'
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-title font-bold tracking-tight">Events</h1>
          <p className="mt-1 text-quiet">Manage and monitor all your events</p>
        </div>
        {isAdmin ? (
          <ButtonLink to="/organizer/events/create">Create Event</ButtonLink>
        ) : (
          <div className="flex flex-wrap gap-3">
            <ButtonLink look="quiet" to="/organizer/drafts">
              Drafts
            </ButtonLink>
            <ButtonLink to="/organizer/drafts/new">New draft</ButtonLink>
          </div>
        )}
      </div>
      <EventsPanel isAdmin={isAdmin} />
    </>
  )
}
