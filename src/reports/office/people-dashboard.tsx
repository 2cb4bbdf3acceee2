import { Link } from 'react-router'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventList, EventReply } from '../../events/events.contract.ts'
import { type Answer, callApi } from '../../ui/api.ts'
import { formatDateTime } from '../../ui/dates.rules.ts'
import { FigureCards } from '../../ui/office/figure-card.tsx'
import { dayDistance, formatCount } from '../../ui/office/formats.rules.ts'
import { Spinner } from '../../ui/office/spinner.tsx'
import type { TicketCounts } from '../../ui/office/ticket-counts.rules.ts'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { countsOf } from '../figures/figures.rules.ts'
import type { AllEventsStats } from '../reports.contract.ts'
import { Freshness } from './freshness.tsx'
import { capacityOf, SoldOfCapacity } from './sold-of-capacity.tsx'
import { callProcedure, REFRESH_MS } from './use-dashboard.ts'
import { isPlanned } from './use-next-event.ts'

const NEXT = '/api/events?scope=managed&is_published=true&sort=next&limit=6'

type People = { stats: AllEventsStats; events: EventReply[] }

async function readPeople(signal: AbortSignal): Promise<Answer<People>> {
  const stats = await callProcedure<AllEventsStats>('get_all_events_stats', signal)
  if (!stats.ok) return stats
  const next = await callApi<EventList>(sessionFetch, NEXT, { signal })
  if (!next.ok) return next
  const events = next.data.data.filter(isPlanned)
  return { ok: true, status: 200, data: { stats: stats.data, events } }
}

/** The dashboard of door leads, who see numbers of people but no sums of money. */
export function PeopleDashboard() {
  const query = useQuery('people dashboard', readPeople, REFRESH_MS)
  const { data, problem, reload } = query
  if (!data) {
    return problem ? (
      <div className="mt-6">
        <TryAgain onAgain={reload}>
          Error loading dashboard data: {problem.error || 'An error occurred'}
        </TryAgain>
      </div>
    ) : (
      <Spinner label="Loading dashboard..." />
    )
  }
  const { stats, events } = data
  const sold = stats.reduce((sum, { total_tickets }) => sum + total_tickets, 0)
  const countsOfEvent = (id: string) => countsOf(stats.find(({ event_id }) => event_id === id))
  return (
    <>
      <Freshness query={query} />
      <div className="mt-1 flex flex-col gap-4">
        <FigureCards
          figures={[
            ['Total Events', formatCount(stats.length)],
            ['Tickets Sold', formatCount(sold)],
          ]}
        />
        <section
          aria-labelledby="next-events"
          className="rounded-card border border-line bg-paper p-4"
        >
          <h2 id="next-events" className="font-semibold">
            Next events
          </h2>
          {events.length === 0 ? (
            <p className="py-3 text-small text-quiet">Nothing is planned.</p>
          ) : (
            <ul className="mt-2">
              {events.map((event) => (
                <NextEvent key={event.id} event={event} counts={countsOfEvent(event.id)} />
              ))}
            </ul>
          )}
        </section>
      </div>
    </>
  )
}

function NextEvent({ event, counts }: { event: EventReply; counts: TicketCounts }) {
  const { id, title, date, time, location } = event
  const page = `/organizer/events/${id}`
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line py-2 last:border-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <Link to={page} className="-mb-2 block py-2.5 font-semibold hover:underline">
          {title}
        </Link>
        <p className="text-small text-quiet">
          <time dateTime={date}>{formatDateTime(date, time)}</time>, {dayDistance(date, new Date())}{' '}
          · {location}
        </p>
      </div>
      <div className="w-44 text-small">
        <SoldOfCapacity counts={counts} capacity={capacityOf(event)} />
      </div>
      <p className="flex gap-x-4">
        <Way to={`${page}/gate`} label="Live" title={title} />
        <Way to={`${page}/validations`} label="Validations" title={title} />
      </p>
    </li>
  )
}

function Way({ to, label, title }: { to: string; label: string; title: string }) {
  return (
    <Link
      to={to}
      aria-label={`${label} of ${title}`}
      className="inline-flex min-h-11 min-w-11 items-center font-semibold text-accent hover:underline"
    >
      {label}
    </Link>
  )
}
