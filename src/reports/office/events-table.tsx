import { Link } from 'react-router'
import type { EventReply } from '../../events/events.contract.ts'
import { hasEnded, heldDays, isOpen, lastDate, saleStop } from '../../events/sales.rules.ts'
import { Poster } from '../../events/screens/poster.tsx'
import { formatShortDate, shortSpan } from '../../ui/dates.rules.ts'
import { Badge } from '../../ui/office/badge.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { formatDay, formatExactKes, NO_FIGURE } from '../../ui/office/formats.rules.ts'
import { amountOf, countsOf, saleBadge } from '../figures/figures.rules.ts'
import type { AllEventsStats } from '../reports.contract.ts'
import { capacityOf, SoldOfCapacity } from './sold-of-capacity.tsx'

/** Sales by event id. An event without an entry has sold nothing. */
type SalesOf = ReadonlyMap<string, AllEventsStats[number]>

/** Cuts a line that is too long for the dense table. */
const CUT = 'block @min-[58em]/office:truncate'

const LOOKS = { 'Sold Out': 'bad', Limited: 'used', 'On Sale': 'good' } as const

/** Why no tickets of the event are for sale. A cancelled event has a badge that says it. */
function stopLabel(event: EventReply): string | null {
  if (event.sales_open || event.cancelled_at !== null) return null
  return hasEnded(lastDate(event), Date.now()) ? 'Ended' : 'Sales stopped'
}

/**
 * A line may end between the two dates, but not within one: a long line would leave the titles of a
 * dense table too little room.
 */
function Span({ first, last }: { first: string; last: string }) {
  const [from, to] = shortSpan(first, last, new Date())
  return (
    <span className="block @min-[58em]/office:w-[9.5em] @min-[58em]/office:whitespace-normal">
      <time dateTime={first} className="whitespace-nowrap">
        {from}
      </time>
      {' – '}
      <time dateTime={last} className="whitespace-nowrap">
        {to}
      </time>
    </span>
  )
}

function DateAndPlace({ event }: { event: EventReply }) {
  const { location } = event
  const stop = stopLabel(event)
  const held = heldDays(event.days ?? [])
  const { date } = held[0] ?? event
  return (
    <>
      {held.length > 1 ? (
        <Span first={date} last={held.at(-1)!.date} />
      ) : (
        <time dateTime={date} className={`${CUT} @min-[58em]/office:min-w-[9.5em]`}>
          {date === '' ? formatDay(date) : formatShortDate(date, new Date())}
        </time>
      )}
      <span title={location} className={`text-quiet ${CUT} @min-[58em]/office:max-w-[9.5em]`}>
        {stop && (
          <b className="font-semibold text-ink">
            {stop}
            {' · '}
          </b>
        )}
        {location}
      </span>
    </>
  )
}

/** Sums of events over which the user lacks the right `figures` are absent. */
function revenueColumn(sales: SalesOf): Column<EventReply> {
  return {
    name: 'Revenue',
    numeric: true,
    cell: ({ id }) => {
      const row = sales.get(id)
      const isShown = row?.total_revenue !== undefined || !row
      return <b>{isShown ? formatExactKes(amountOf(row?.total_revenue)) : NO_FIGURE}</b>
    },
  }
}

type Viewer = { isAdmin: boolean; seesMoney?: boolean }

function columnsFor(sales: SalesOf, { isAdmin, seesMoney = true }: Viewer): Column<EventReply>[] {
  return [
    { name: 'Event', wide: true, share: 100, cell: (event) => <Title event={event} /> },
    {
      name: 'Date & Location',
      broad: true,
      cell: (event) => <DateAndPlace event={event} />,
    },
    {
      name: 'Status',
      cell: (event) => (
        <span className="flex flex-wrap items-start gap-1 @min-[58em]/office:flex-col @min-[58em]/office:gap-px">
          {event.cancelled_at === null ? (
            <Badge look="plain">{event.is_published ? 'Published' : 'Draft'}</Badge>
          ) : (
            <Badge look="bad">Cancelled</Badge>
          )}
          <SaleBadge event={event} />
        </span>
      ),
    },
    {
      name: 'Sales',
      cell: (event) => (
        <SoldOfCapacity counts={countsOf(sales.get(event.id))} capacity={capacityOf(event)} />
      ),
    },
    ...(seesMoney ? [revenueColumn(sales)] : []),
    { name: 'Actions', wide: true, cell: (event) => <Actions event={event} isAdmin={isAdmin} /> },
  ]
}

export function EventsTable({
  events,
  sales,
  isBusy,
  ...viewer
}: Viewer & {
  events: readonly EventReply[]
  sales: SalesOf
  isBusy: boolean
}) {
  return (
    <DataTable
      caption="Events"
      columns={columnsFor(sales, viewer)}
      rows={events}
      keyOf={({ id }) => id}
      isBusy={isBusy}
      isDense
    />
  )
}

/** Shows at most three lines: the whole title first, then the category if there is room. */
function Title({ event }: { event: EventReply }) {
  return (
    <div className="flex min-w-0 items-center gap-3 py-1">
      <span className="w-12 shrink-0 overflow-hidden rounded-soft">
        <Poster picture={event} sizes="48px" />
      </span>
      <span
        title={event.title}
        className="line-clamp-3 min-w-0 whitespace-normal leading-[18px] wrap-anywhere"
      >
        <b className="font-semibold">{event.title}</b>{' '}
        <span className="whitespace-nowrap text-quiet">
          <PublishedSign isPublished={event.is_published} />
          {event.category}
        </span>
      </span>
    </div>
  )
}

/** An eye icon, crossed out for a draft. Screen readers read 'Published' or 'Draft'. */
function PublishedSign({ isPublished }: { isPublished: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className="mr-1 inline size-4 align-[-3px] fill-none stroke-current stroke-[1.6]"
      role="img"
      aria-label={isPublished ? 'Published' : 'Draft'}
    >
      <path
        d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z"
        strokeLinejoin="round"
      />
      {!isPublished && <path d="M4 4l16 16" strokeLinecap="round" />}
    </svg>
  )
}

/**
 * A badge that is coloured only while people can buy, and neutral for a draft and for a past event.
 */
function SaleBadge({ event }: { event: EventReply }) {
  const label = saleBadge(event)
  return label && <Badge look={isOpen(saleStop(event)) ? LOOKS[label] : 'plain'}>{label}</Badge>
}

const ACTION =
  'inline-flex min-h-11 items-center whitespace-nowrap font-semibold text-accent hover:underline'

function Actions({ event, isAdmin }: { event: EventReply; isAdmin: boolean }) {
  return (
    <span className="-my-1 flex flex-wrap gap-x-4 @min-[58em]/office:flex-nowrap">
      <Link
        to={`/organizer/events/${event.id}`}
        aria-label={`View Details of ${event.title}`}
        className={ACTION}
      >
        View Details
      </Link>
      {isAdmin && (
        <Link
          to={`/organizer/events/edit/${event.id}`}
          aria-label={`Edit ${event.title}`}
          className={`min-w-11 ${ACTION}`}
        >
          Edit
        </Link>
      )}
    </span>
  )
}
