import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { callApi } from '../../ui/api.ts'
import { formatShortDate } from '../../ui/dates.rules.ts'
import { Figure } from '../../ui/office/figure-card.tsx'
import {
  dayDistance,
  formatCount,
  formatExactKes,
  NO_FIGURE,
} from '../../ui/office/formats.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import { changeLabel, countsOf, type Dashboard, recentSalesOf } from '../figures/figures.rules.ts'
import type { EventTransactionStats } from '../reports.contract.ts'
import type { AllStatement } from '../statement/statement.contract.ts'
import { capacityOf, SoldOfCapacity } from './sold-of-capacity.tsx'
import { StepsLeft } from './start-checklist.tsx'
import { callProcedure, REFRESH_MS } from './use-dashboard.ts'
import { useNextEvent } from './use-next-event.ts'

/** Today, the last 7 days, the next event, and the balance due. */
export function DashboardNow({ dashboard }: { dashboard: Dashboard }) {
  const today = nairobiDate(new Date())
  const sales = useMemo(() => recentSalesOf(dashboard, today), [dashboard, today])
  const before = sales.weekBefore.amount
  const change = changeLabel(sales.week.amount, before)
  return (
    <section aria-label="Now">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(9.25em,100%),1fr))] gap-3 lg:gap-4">
        <Card name="Today, less refunds" note={ticketLabel(sales.today.count)}>
          <Figure value={formatExactKes(sales.today.amount)} />
        </Card>
        <Card
          name="Last 7 days, less refunds"
          note={
            change
              ? `${change} on ${formatExactKes(before)} the week before`
              : 'No sales the week before'
          }
        >
          <Figure value={formatExactKes(sales.week.amount)} />
        </Card>
        <NextEvent />
        <BalanceDue />
      </ul>
    </section>
  )
}

function ticketLabel(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'ticket' : 'tickets'}`
}

function Card({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <li className="min-w-0 rounded-card border border-line bg-paper p-4">
      <h2 className="font-sans text-small text-quiet">{name}</h2>
      <div className="mt-1">{children}</div>
      <div className="mt-1 text-small text-quiet">{note}</div>
    </li>
  )
}

function NextEvent() {
  const event = useNextEvent()
  if (!event) {
    return (
      <Card name="Next event" note={event === null ? 'Nothing is planned.' : ''}>
        <Figure value={NO_FIGURE} />
      </Card>
    )
  }
  return (
    <Card
      name="Next event"
      note={
        <>
          <Sold event={event} />
          <StepsLeft key={event.id} event={event} />
        </>
      }
    >
      <Link
        to={`/organizer/events/${event.id}`}
        title={event.title}
        className="-my-2 block py-2.5 font-semibold hover:underline"
      >
        <span className="line-clamp-2">{event.title}</span>
      </Link>
    </Card>
  )
}

function Sold({ event }: { event: EventReply }) {
  const { id, date } = event
  const { data } = useQuery(
    `event totals ${id}`,
    (signal) => callProcedure<EventTransactionStats>('get_event_transaction_stats', signal, id),
    REFRESH_MS,
  )
  return (
    <>
      <time dateTime={date}>
        <span className="whitespace-nowrap">{formatShortDate(date, new Date())},</span>{' '}
        <span className="whitespace-nowrap">{dayDistance(date, new Date())}</span>
      </time>
      <SoldOfCapacity counts={countsOf(data?.[0])} capacity={capacityOf(event)} />
    </>
  )
}

function BalanceDue() {
  const { data } = useQuery(
    'balance due',
    (signal) => callApi<AllStatement>(sessionFetch, '/api/statement', { signal }),
    REFRESH_MS,
  )
  return (
    <Card
      name="Balance due"
      note={
        <Link
          to="/organizer/statement"
          className="-my-3 inline-flex min-h-11 items-center underline"
        >
          Statement
        </Link>
      }
    >
      <Figure value={data ? formatExactKes(data.owed) : NO_FIGURE} />
    </Card>
  )
}
