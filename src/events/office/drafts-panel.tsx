import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { formatDay } from '../../ui/office/formats.rules.ts'
import { Empty, ListPanel } from '../../ui/office/list-panel.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { useChoices } from '../../ui/office/use-choices.ts'
import { listPath, useRows } from '../../ui/office/use-rows.ts'
import { wasPublished } from '../event.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { useDuplicate } from './duplicate.ts'
import { missingOf } from './event-actions.tsx'

const DRAFTS = listPath('/api/events', { scope: 'managed', is_published: 'false', sort: '-date' })

/** The viewer's events that are not public, each with the parts that it lacks. */
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
            Create your first event
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
  { name: 'Actions', wide: true, cell: (event) => <Actions event={event} /> },
]

function State({ event }: { event: EventReply }) {
  if (event.cancelled_at !== null) return <Badge look="bad">Cancelled</Badge>
  if (wasPublished(event)) return 'Taken off the site'
  const missing = missingOf(event, true)
  const { review } = event
  return (
    <>
      {review?.state === 'sent' && <Badge look="used">Submitted</Badge>}
      {review?.state === 'returned' && (
        <span className="block wrap-anywhere">
          <Badge look="bad">Returned</Badge> {review.words}
        </span>
      )}
      {review?.state !== 'sent' && (
        <span className="block">{missing.length > 0 ? missing.join(' ') : 'Complete'}</span>
      )}
    </>
  )
}

const ACTION =
  'inline-flex min-h-11 min-w-11 items-center font-semibold text-accent hover:underline'

/**
 * 'Duplicate', and the link to the form. An event that was published has no link, because the form
 * refuses it.
 */
function Actions({ event: { id, title, dial_code } }: { event: EventReply }) {
  const { isBusy, problem, duplicate, dismiss } = useDuplicate(id)
  return (
    <span className="flex flex-wrap gap-x-4 lg:flex-nowrap">
      {!wasPublished({ dial_code }) && (
        <Link to={`/organizer/drafts/${id}`} aria-label={`Edit ${title}`} className={ACTION}>
          Edit
        </Link>
      )}
      <button
        type="button"
        aria-label={`Duplicate ${title}`}
        aria-disabled={isBusy}
        onClick={() => void duplicate()}
        className={ACTION}
      >
        Duplicate
      </button>
      {problem && (
        <Toast look="bad" onClose={dismiss}>
          {problem}
        </Toast>
      )}
    </span>
  )
}
