import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { Empty, ListPanel } from '../../ui/office/list-panel.tsx'
import { useChoices } from '../../ui/office/use-choices.ts'
import { listPath, useRows } from '../../ui/office/use-rows.ts'
import { formatDay } from '../../ui/office/words.rules.ts'
import { wasPublished } from '../event.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { missingOf } from './event-actions.tsx'

const DRAFTS = listPath('/api/events', { scope: 'managed', is_published: 'false', sort: '-date' })

/** The viewer's events that are not public, each with what it lacks. */
export function DraftsPanel() {
  const choices = useChoices()
  const list = useRows<EventReply>(DRAFTS, choices.pages)
  return (
    <ListPanel
      list={list}
      paging={choices}
      loading="Loading drafts..."
      skeletonRows={3}
      empty={
        <Empty text="No drafts yet">
          <ButtonLink look="quiet" to="/organizer/drafts/new">
            Write the first one
          </ButtonLink>
        </Empty>
      }
    >
      {(rows) => (
        <DataTable caption="Drafts" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
      )}
    </ListPanel>
  )
}

const COLUMNS: Column<EventReply>[] = [
  {
    name: 'Event',
    wide: true,
    cell: ({ id, title }) => (
      <Link
        to={`/organizer/events/${id}`}
        className="inline-flex min-h-11 items-center wrap-anywhere font-semibold hover:underline"
      >
        {title}
      </Link>
    ),
  },
  {
    name: 'Date & Location',
    broad: true,
    cell: ({ date, location }) => (
      <>
        <time dateTime={date} className="block">
          {formatDay(date)}
        </time>
        <span className="text-quiet">{location}</span>
      </>
    ),
  },
  { name: 'State', broad: true, cell: (event) => <State event={event} /> },
  { name: 'Actions', wide: true, cell: (event) => <Edit event={event} /> },
]

function State({ event }: { event: EventReply }) {
  if (event.cancelled_at !== null) return <Badge look="bad">Cancelled</Badge>
  if (wasPublished(event)) return 'Taken off the site'
  const missing = missingOf(event)
  return missing.length > 0 ? missing.join(' ') : 'Complete'
}

/** The link to the form. The form refuses events that were published. */
function Edit({ event: { id, title, dial_code } }: { event: EventReply }) {
  if (wasPublished({ dial_code })) return null
  return (
    <Link
      to={`/organizer/drafts/${id}`}
      aria-label={`Edit ${title}`}
      className="inline-flex min-h-11 min-w-11 items-center font-semibold text-accent hover:underline"
    >
      Edit
    </Link>
  )
}
