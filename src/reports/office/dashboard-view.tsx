import { useMemo } from 'react'
import { Link } from 'react-router'
import { formatKes } from '../../platform/values/money.rules.ts'
import { LineChart } from '../../ui/office/charts/line-chart.tsx'
import { RingChart } from '../../ui/office/charts/ring-chart.tsx'
import { FigureCards } from '../../ui/office/figure-card.tsx'
import { formatCount, formatExactKes, NO_FIGURE } from '../../ui/office/formats.rules.ts'
import { averagePrice, type Dashboard } from '../figures/figures.rules.ts'

/** An average in whole shillings, or a dash if there is none. */
export function moneyOf(amount: number | null): string {
  return amount === null ? NO_FIGURE : formatKes(amount)
}

export function DashboardCards({ dashboard }: { dashboard: Dashboard }) {
  const { totalEvents, totalTicketsSold, totalRevenue, addOnRevenue } = dashboard
  const average = averagePrice(totalRevenue - addOnRevenue, totalTicketsSold)
  return (
    <FigureCards
      figures={[
        ['Total Events', formatCount(totalEvents)],
        ['Tickets Sold', formatCount(totalTicketsSold)],
        ['Total Revenue', formatExactKes(totalRevenue)],
        ['Avg. Ticket Price', moneyOf(average)],
      ]}
    />
  )
}

export function DashboardCharts({ dashboard }: { dashboard: Dashboard }) {
  const { revenueOverTime, ticketsSoldOverTime, revenueByEvent, topEvents } = dashboard
  const revenueDays = useMemo(
    () => revenueOverTime.map(({ date, amount }) => ({ date, value: amount })),
    [revenueOverTime],
  )
  const ticketDays = useMemo(
    () => ticketsSoldOverTime.map(({ date, count }) => ({ date, value: count })),
    [ticketsSoldOverTime],
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 has-[details[open]]:items-start md:grid-cols-2">
      <LineChart
        title="Revenue Over Time"
        valueName="Revenue in KES"
        days={revenueDays}
        format={formatExactKes}
        empty="The first sale will show here."
      />
      <LineChart
        title="Tickets Sold Over Time"
        valueName="Tickets"
        days={ticketDays}
        format={formatCount}
        empty="The first sale will show here."
      />
      <RingChart
        kind="pie"
        title="Revenue by Event"
        partName="Event"
        valueName="Revenue"
        parts={revenueByEvent.map(({ eventTitle, revenue }) => ({
          name: eventTitle,
          value: revenue,
        }))}
        format={formatExactKes}
        empty="No event has revenue yet."
      />
      <TopEvents events={topEvents} />
    </div>
  )
}

function TopEvents({ events }: { events: Dashboard['topEvents'] }) {
  return (
    <section
      aria-labelledby="top-events"
      className="min-w-0 rounded-card border border-line bg-paper p-4"
    >
      <h2 id="top-events" className="font-semibold">
        Top Performing Events
      </h2>
      {events.length === 0 ? (
        <p className="py-3 text-small text-quiet">No event has sales yet.</p>
      ) : (
        <ol className="mt-2 text-small">
          {events.map(({ id, title, ticketsSold, revenue }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2 last:border-0"
            >
              <span className="min-w-0 flex-1 basis-40">
                <Link
                  to={`/organizer/events/${id}`}
                  className="inline-flex min-h-11 items-center font-semibold hover:underline"
                >
                  {title}
                </Link>
              </span>
              <span className="ml-auto text-right tabular-nums">
                <b className="block font-semibold">{formatExactKes(revenue)}</b>
                <span className="text-quiet">
                  {formatCount(ticketsSold)} {ticketsSold === 1 ? 'ticket' : 'tickets'} sold
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
