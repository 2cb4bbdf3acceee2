import { useMemo } from 'react'
import { Link } from 'react-router'
import type { EventReply, TicketTypeReply } from '../../events/events.contract.ts'
import type { Answer } from '../../ui/api.ts'
import { BarChart } from '../../ui/office/charts/bar-chart.tsx'
import { LineChart } from '../../ui/office/charts/line-chart.tsx'
import { RingChart } from '../../ui/office/charts/ring-chart.tsx'
import { type Column, DataTable, Panel } from '../../ui/office/data-table.tsx'
import { FigureCards } from '../../ui/office/figure-card.tsx'
import {
  capitalise,
  formatCount,
  formatExactKes,
  formatShare,
  NO_FIGURE,
} from '../../ui/office/formats.rules.ts'
import { countsText } from '../../ui/office/ticket-counts.rules.ts'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import {
  averagePrice,
  type EventFigures,
  eventFiguresOf,
  expectedOf,
  type TypeFigures,
} from '../figures/figures.rules.ts'
import type {
  EventSalesByDate,
  EventTicketTypeStats,
  EventTransactionStats,
  EventValidationStats,
} from '../reports.contract.ts'
import { moneyOf } from './dashboard-view.tsx'
import { DayCheckIns } from './day-check-ins.tsx'
import { Freshness } from './freshness.tsx'
import { callProcedure, REFRESH_MS } from './use-dashboard.ts'

type Event = Pick<EventReply, 'id' | 'attendees' | 'ticket_types'>
/** `editPath`: the page with the event's form; null for users who may not edit the event. */
type Props = { event: Event; editPath: string | null }

/** The Overview tab of an event. */
export function EventOverview({ event, editPath }: Props) {
  const query = useQuery(
    `event figures ${event.id}`,
    (signal) => readFigures(event.id, signal),
    REFRESH_MS,
  )
  const { data, problem, reload } = query
  if (!data) {
    return problem ? (
      <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>
    ) : (
      <OverviewSkeleton />
    )
  }
  return (
    <>
      <h2 className="sr-only">Overview</h2>
      <Cards figures={data} attendees={event.attendees} editPath={editPath} />
      <Freshness query={query} />
      <Charts figures={data} />
      <DayCheckIns days={data.days} />
      <TypeTable
        title={data.totalRevenue === null ? 'Ticket Types' : 'Ticket Types & Revenue'}
        types={data.types}
        offered={event.ticket_types}
        seesMoney={data.totalRevenue !== null}
      />
      {data.addOns.length > 0 && (
        <TypeTable
          title="Add-ons"
          types={data.addOns}
          offered={event.ticket_types}
          seesMoney={data.totalRevenue !== null}
        />
      )}
    </>
  )
}

async function readFigures(id: string, signal: AbortSignal): Promise<Answer<EventFigures>> {
  const [totals, sales, types, checkIns] = await Promise.all([
    callProcedure<EventTransactionStats>('get_event_transaction_stats', signal, id),
    callProcedure<EventSalesByDate>('get_event_sales_by_date', signal, id),
    callProcedure<EventTicketTypeStats>('get_event_ticket_type_stats', signal, id),
    callProcedure<EventValidationStats>('get_event_validation_stats', signal, id),
  ])
  if (!totals.ok) return totals
  if (!sales.ok) return sales
  if (!types.ok) return types
  if (!checkIns.ok) return checkIns
  const figures = eventFiguresOf({
    totals: totals.data,
    sales: sales.data,
    types: types.data,
    checkIns: checkIns.data,
  })
  return { ok: true, status: 200, data: figures }
}

function Cards({
  figures,
  attendees,
  editPath,
}: Pick<Event, 'attendees'> & Pick<Props, 'editPath'> & { figures: EventFigures }) {
  const { totalTickets, redemptionRate, counts } = figures
  const hasOthers = counts.complimentary + counts.reserved > 0
  const hint = attendees === null && editPath !== null && (
    <Link
      to={`${editPath}#attendees`}
      className="-my-3 inline-flex min-h-11 items-center underline"
    >
      Enter the expected attendance
    </Link>
  )
  return (
    <FigureCards
      figures={[
        ['Total Tickets Sold', formatCount(totalTickets), hasOthers && countsText(counts)],
        secondCard(figures),
        ['Redemption Rate', redemptionRate === null ? NO_FIGURE : formatShare(redemptionRate, 1)],
        ['Conversion Rate', formatShare(totalTickets, expectedOf(attendees)), hint],
      ]}
    />
  )
}

/** The revenue, or the number of people admitted for users without the right to sums of money. */
function secondCard({ totalRevenue, admitted }: EventFigures): [string, string] {
  if (totalRevenue === null) return ['Checked In', formatCount(admitted)]
  return ['Total Revenue', formatExactKes(totalRevenue)]
}

/** Sales by day: their revenue or, for users who see no sums of money, their tickets. */
function SalesChart({ figures }: { figures: EventFigures }) {
  const { totalRevenue, revenueByDay, ticketsByDay } = figures
  const seesMoney = totalRevenue !== null
  const days = useMemo(
    () =>
      seesMoney
        ? revenueByDay.map(({ date, amount }) => ({ date, value: amount }))
        : ticketsByDay.map(({ date, count }) => ({ date, value: count })),
    [seesMoney, revenueByDay, ticketsByDay],
  )
  return (
    <LineChart
      title={seesMoney ? 'Revenue Trend' : 'Tickets Sold Over Time'}
      valueName={seesMoney ? 'Revenue in KES' : 'Tickets'}
      days={days}
      format={seesMoney ? formatExactKes : formatCount}
      empty="The first sale will show here."
    />
  )
}

function Charts({ figures }: { figures: EventFigures }) {
  const { types, checkInTypes } = figures
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 has-[details[open]]:items-start md:grid-cols-2">
      <div className="grid md:col-span-2">
        <SalesChart figures={figures} />
      </div>
      <BarChart
        title="Tickets by Type"
        partName="Ticket Type"
        valueName="Tickets"
        parts={types.map(({ name, sold, soldIn }) => ({
          name:
            soldIn === 1 || sold === 0
              ? name
              : `${formatCount(Math.ceil(sold / soldIn))} × ${name}`,
          value: sold,
        }))}
        format={formatCount}
        empty="This event has no ticket types."
      />
      <RingChart
        kind="doughnut"
        title="Validation Types"
        partName="Type"
        valueName="Validations"
        parts={checkInTypes.map(({ type, count }) => ({ name: capitalise(type), value: count }))}
        format={formatCount}
        empty="The first validation will show here."
      />
    </div>
  )
}

type TypeColumn = Column<TypeFigures & { offered?: TicketTypeReply; redeemed?: number }>
const NAME: TypeColumn = { name: 'Ticket Type', cell: ({ name }) => <b>{name}</b> }

/** '12'; '10 (100 people)' for tables; '3 (9 to redeem)' for packs. */
function countText(count: number, { soldIn, redeemed }: TypeFigures & { redeemed?: number }) {
  if (soldIn === 1 || count === 0) return formatCount(count)
  const what = redeemed === undefined ? 'people' : 'to redeem'
  return `${formatCount(Math.ceil(count / soldIn))} (${formatCount(count)} ${what})`
}

const countColumn = (name: string, of: 'sold' | 'complimentary' | 'reserved'): TypeColumn => ({
  name,
  numeric: true,
  cell: (type) => countText(type[of], type),
})
const REDEEMED: TypeColumn = {
  name: 'Redeemed',
  numeric: true,
  cell: ({ redeemed = 0 }) => formatCount(redeemed),
}
const PRICE: TypeColumn = {
  name: 'Price',
  numeric: true,
  cell: ({ revenue, sold, soldIn, offered }) =>
    sold === 0 && offered ? priceLabel(offered) : moneyOf(averagePrice(revenue, sold / soldIn)),
}

/** The price of a type without sales: 'KES 1,500', 'Free' or 'From KES 200'. */
function priceLabel({ price, is_free, lowest }: TicketTypeReply): string {
  if (is_free) return 'Free'
  return typeof lowest === 'number' ? `From ${formatExactKes(lowest)}` : formatExactKes(price)
}

const REVENUE: TypeColumn = {
  name: 'Revenue',
  numeric: true,
  cell: ({ revenue }) => formatExactKes(revenue),
}

function columnsFor(types: readonly TypeFigures[], seesMoney: boolean): TypeColumn[] {
  const counts = [
    countColumn('Sold', 'sold'),
    ...(types.some((type) => 'redeemed' in type) ? [REDEEMED] : []),
    ...(types.some(({ complimentary }) => complimentary > 0)
      ? [countColumn('Complimentary', 'complimentary')]
      : []),
    ...(types.some(({ reserved }) => reserved > 0)
      ? [countColumn('Reserved for sponsors', 'reserved')]
      : []),
  ]
  return seesMoney ? [NAME, PRICE, ...counts, REVENUE] : [NAME, ...counts]
}

function TypeTable({
  title,
  types,
  offered,
  seesMoney,
}: {
  title: string
  types: readonly TypeFigures[]
  offered: readonly TicketTypeReply[]
  seesMoney: boolean
}) {
  return (
    <>
      <h2 className="mb-3 mt-6 text-lead font-bold tracking-tight">{title}</h2>
      <Panel>
        {types.length === 0 ? (
          <p className="px-4 py-8 text-center text-quiet">This event has no ticket types.</p>
        ) : (
          <DataTable
            caption={title}
            columns={columnsFor(types, seesMoney)}
            rows={types.map((type) => ({
              ...type,
              offered: offered.find(({ id }) => id === type.id),
            }))}
            keyOf={({ id }) => id}
          />
        )}
      </Panel>
    </>
  )
}

function OverviewSkeleton() {
  return (
    <div role="status" className="flex animate-pulse flex-col gap-4">
      <span className="sr-only">Loading figures...</span>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
        {['a', 'b', 'c', 'd'].map((card) => (
          <div key={card} data-skeleton="card" className="h-24 rounded-card bg-line" />
        ))}
      </div>
      <div className="h-72 rounded-card bg-line" />
    </div>
  )
}
