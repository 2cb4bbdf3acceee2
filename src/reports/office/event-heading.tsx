import { useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { dialOf } from '../../events/event.rules.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { DateBlock } from '../../events/screens/date-block.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { formatCount, formatDay } from '../../ui/office/words.rules.ts'
import { useSite } from '../../ui/site.tsx'

const WAY = 'inline-flex min-h-11 min-w-11 items-center font-semibold text-accent hover:underline'

/** The event's name with a link to its public page. */
export function EventHeading({ event, isAdmin }: { event: EventReply; isAdmin: boolean }) {
  const { id, title, date, location, attendees, is_published, sales_open, cancelled_at } = event
  const { ussdCode } = useSite()
  return (
    <header className="rounded-card border border-line bg-paper p-4 sm:p-6">
      <div className="flex gap-4">
        <div className="hidden sm:block">
          <DateBlock date={date} />
        </div>
        <div className="min-w-0 flex-1">
          <h1 className="text-title font-bold tracking-tight">{title}</h1>
          <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-quiet">
            <span>
              <time dateTime={date}>{formatDay(date)}</time>
              <span>{endWords({ cancelled_at, sales_open })}</span>
            </span>
            <span>{location}</span>
            {attendees !== null && <span>{formatCount(attendees)} attending</span>}
            {ussdCode && event.dial_code && <span>Dial {dialOf(ussdCode, event.dial_code)}</span>}
            {!is_published && <Badge look="plain">Draft</Badge>}
          </p>
          {!is_published && <p className="mt-1 text-small text-quiet">Not public yet.</p>}
          <p className="-mb-2 flex flex-wrap gap-x-6">
            <Link to={`/event/${id}`} target="_blank" rel="noreferrer" className={WAY}>
              View Event Page →<span className="sr-only"> (opens in a new tab)</span>
            </Link>
            {isAdmin && (
              <Link to={`/organizer/events/edit/${id}`} className={WAY}>
                Edit
              </Link>
            )}
          </p>
        </div>
      </div>
    </header>
  )
}

function endWords({ cancelled_at, sales_open }: Pick<EventReply, 'cancelled_at' | 'sales_open'>) {
  if (cancelled_at !== null) return ' · Cancelled'
  return sales_open ? '' : ' · Ended'
}

const TABS = [
  ['', 'Overview'],
  ['/transactions', 'Transactions'],
  ['/validations', 'Validations'],
  ['/gate', 'Gate'],
  ['/statement', 'Statement'],
] as const

export function EventTabs({ id }: { id: string }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a phone the row of tabs scrolls sideways, so the current tab may be outside the visible
  // part.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another current tab
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current=page]')
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  return (
    <nav ref={nav} aria-label="Event" className="mb-5 mt-4 border-b border-line">
      <ul className="-mb-px flex gap-1 overflow-x-auto [scrollbar-width:none]">
        {TABS.map(([path, words]) => (
          <li key={path}>
            <NavLink
              end={path === ''}
              to={`/organizer/events/${id}${path}`}
              preventScrollReset
              className="inline-flex min-h-11 items-center whitespace-nowrap border-b-2 border-transparent px-2 text-small font-semibold text-quiet hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-accent sm:px-4 sm:text-body"
            >
              {words}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function EventSkeleton() {
  return (
    <div role="status" data-skeleton="event" className="flex animate-pulse flex-col gap-4">
      <span className="sr-only">Loading event...</span>
      <div className="h-40 rounded-card bg-line" />
      <div className="h-11 w-72 max-w-full rounded-soft bg-line" />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
        {['a', 'b', 'c', 'd'].map((card) => (
          <div key={card} className="h-24 rounded-card bg-line" />
        ))}
      </div>
      <div className="h-72 rounded-card bg-line" />
    </div>
  )
}
