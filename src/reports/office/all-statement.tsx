import { Link } from 'react-router'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { type Column, DataTable, Panel } from '../../ui/office/data-table.tsx'
import { Chevron } from '../../ui/office/form-parts.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { Empty } from '../../ui/office/list-panel.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import type { EventSums, AllStatement as Statement } from '../statement/statement.contract.ts'
import { StatementCards, StatementSkeleton } from './statement-sums.tsx'

/**
 * The amount owed for all events of an organizer. An admin can choose one organizer or all
 * organizers.
 */
export function AllStatement({ organizerId }: { organizerId: string }) {
  const query = organizerId && `?organizer_id=${encodeURIComponent(organizerId)}`
  const { data, problem, reload } = useQuery(`statement of ${organizerId}`, (signal) =>
    callApi<Statement>(sessionFetch, `/api/statement${query}`, { signal }),
  )
  if (!data) {
    return problem ? (
      <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>
    ) : (
      <StatementSkeleton />
    )
  }
  const whose = whoseText(data, organizerId !== '')
  return (
    <>
      <h2 className="mb-3 text-lead font-bold tracking-tight">{whose}</h2>
      <StatementCards sums={data} />
      {data.uncovered > 0 && (
        <p className="mt-3">
          {whoOwes(data, organizerId !== '')} <b>{formatExactKes(data.uncovered)}</b> for refunds
          that no event covers. Money that an event keeps for its own buyers does not count.
        </p>
      )}
      {data.organizer && data.events.length > 0 && (
        <p className="mt-3 text-quiet">
          Each event's statement shows the amount available for payout.
        </p>
      )}
      <div className="mt-4">
        <Panel>
          {data.events.length === 0 ? (
            <Empty text="The first sale will show here." />
          ) : (
            <DataTable
              caption="Events"
              columns={COLUMNS}
              rows={data.events}
              keyOf={({ event_id }) => event_id}
            />
          )}
        </Panel>
      </div>
    </>
  )
}

function whoseText({ organizer }: Statement, isForAdmin: boolean): string {
  if (!organizer) return 'All events'
  return isForAdmin ? `${organizer.full_name}’s events` : 'Your events'
}

function whoOwes({ organizer }: Statement, isForAdmin: boolean): string {
  if (!organizer) return 'Organizers owe us'
  return isForAdmin ? 'The organizer owes us' : 'You owe us'
}

const COLUMNS: Column<EventSums>[] = [
  {
    name: 'Event',
    wide: true,
    cell: ({ event_id, event_title }) => (
      <Link
        to={`/organizer/events/${event_id}/statement`}
        className="inline-flex min-h-11 items-center font-semibold text-accent hover:underline"
      >
        {event_title}
      </Link>
    ),
  },
  { name: 'Sales', numeric: true, cell: ({ taken }) => formatExactKes(taken) },
  { name: 'Refunds', numeric: true, cell: ({ given_back }) => formatExactKes(given_back) },
  { name: 'Fees', numeric: true, cell: ({ fees }) => formatExactKes(fees) },
  { name: 'Payouts', numeric: true, cell: ({ paid_out }) => formatExactKes(paid_out) },
  { name: 'Balance due', numeric: true, cell: ({ owed }) => <b>{formatExactKes(owed)}</b> },
  {
    name: 'Actions',
    wide: true,
    cell: ({ event_id, event_title }) => (
      <Link
        to={`/organizer/events/${event_id}/statement`}
        className="inline-flex min-h-11 items-center whitespace-nowrap font-semibold text-accent hover:underline"
      >
        Payout and CSV<span className="sr-only">: {event_title}</span>
        <Chevron className="ml-1 shrink-0 stroke-3" />
      </Link>
    ),
  },
]
