import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { formatSpan } from '../../events/days/day-span.rules.ts'
import { dialOf } from '../../events/event.rules.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { heldDays } from '../../events/sales.rules.ts'
import { Poster } from '../../events/screens/poster.tsx'
import { listWords } from '../../platform/values/list-words.rules.ts'
import { formatShortDate } from '../../ui/dates.rules.ts'
import { Badge } from '../../ui/office/badge.tsx'
import { formatCount, formatDay } from '../../ui/office/formats.rules.ts'
import { useSite } from '../../ui/site.tsx'

/** 'December 11, 2026', or 'December 11–13, 2026' for several days that are not cancelled. */
function dateOf({ date, days = [] }: EventReply): string {
  const held = heldDays(days)
  return date !== '' && held[0] ? formatSpan(held[0].date, held.at(-1)!.date) : formatDay(date)
}

/** The cancelled days: 'Mon, Dec 21'. '' if no day, or the whole event, was cancelled. */
const cancelledDays = ({ cancelled_at, days = [] }: EventReply): string =>
  listWords(
    days
      .filter((day) => day.cancelled_at && cancelled_at === null)
      .map((day) => formatShortDate(day.date, new Date())),
  )

/** The event's name and state; `children` are its buttons. */
export function EventHeading({ event, children }: { event: EventReply; children: ReactNode }) {
  const { title, date, location, moved_from: movedFrom, cancelled_at } = event
  const isCancelled = cancelled_at !== null
  const attendees = attendeesOf(event)
  const cancelled = cancelledDays(event)
  const { ussdCode } = useSite()
  return (
    <header className="wrap-anywhere rounded-card border border-line bg-paper p-4 sm:p-6">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 sm:grid-rows-[auto_1fr] sm:gap-x-6">
        <span className="w-24 sm:row-span-2 sm:w-44">
          <Poster picture={event} sizes="176px" className="rounded-soft" />
        </span>
        <div>
          <State event={event} />
          <h1 className="mt-1 text-lead font-bold tracking-tight sm:text-title">{title}</h1>
        </div>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-quiet max-sm:col-span-2">
          <time dateTime={date}>{dateOf(event)}</time>
          {cancelled && <span className="text-bad">Cancelled: {cancelled}</span>}
          <span>{location}</span>
          {movedFrom && !isCancelled && <span>Moved from {movedFrom}</span>}
          {attendees !== null && <span>{formatCount(attendees)} attending</span>}
          {ussdCode && event.dial_code && !isCancelled && (
            <span>Dial {dialOf(ussdCode, event.dial_code)}</span>
          )}
        </p>
      </div>
      {children}
    </header>
  )
}

/**
 * The event's head on all tabs except the overview: one row, or two on a phone, so that the tab's
 * own content is in view. Title and place share the room that the other facts leave, and take at
 * most two lines each. `children` is the link to the event's page.
 */
export function EventRow({ event, children }: { event: EventReply; children: ReactNode }) {
  const { title, date, location } = event
  const attendees = attendeesOf(event)
  // The badge 'Cancelled' is in the second row, which then has room because it shows no attendees.
  const isCancelled = attendees === null
  const state = <State event={event} isRow />
  return (
    <header className="-mt-5 flex flex-wrap items-center gap-x-3 text-small sm:gap-y-1 wrap-anywhere lg:flex-nowrap">
      <h1
        title={title}
        className="line-clamp-2 flex-1 basis-[5em] text-body font-bold leading-5 tracking-tight text-wrap lg:min-w-[5em] lg:flex-initial lg:shrink-[1.2] lg:basis-auto"
      >
        {title}
      </h1>
      {!isCancelled && state}
      <p className="order-1 flex min-w-0 basis-full flex-wrap items-center gap-x-3 leading-4 text-quiet sm:flex-nowrap lg:contents">
        {isCancelled && state}
        <time dateTime={date} className="whitespace-nowrap">
          {dateOf(event)}
        </time>
        <span
          title={location}
          className="line-clamp-2 max-sm:flex-1 max-sm:basis-[5em] lg:min-w-[5em]"
        >
          {location}
        </span>
        {!isCancelled && (
          <span className="whitespace-nowrap">
            {formatCount(attendees)}
            <span className="max-sm:sr-only"> attending</span>
            <PeopleSign />
          </span>
        )}
      </p>
      <span className="-my-0.5 ml-auto">{children}</span>
    </header>
  )
}

/** The number of attendees; null for a cancelled event, which no person attends. */
const attendeesOf = ({ attendees, cancelled_at }: EventReply) =>
  cancelled_at === null ? attendees : null

/** An icon that replaces the word 'attending' on a phone, so that the place has room. */
function PeopleSign() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="ml-1 inline size-4 fill-none stroke-current stroke-2 sm:hidden"
      aria-hidden="true"
    >
      <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0" strokeLinecap="round" />
    </svg>
  )
}

/**
 * Badges: 'Cancelled', or 'Published', 'Submitted' or 'Draft' and, after the event, 'Ended'. With
 * `isRow`, leaves out 'Published'.
 */
function State({
  event: { is_published, cancelled_at, sales_open, measure, review },
  isRow = false,
}: {
  event: EventReply
  isRow?: boolean
}) {
  const isLeftOut = isRow && is_published
  if (cancelled_at !== null) return <Badge look="bad">Cancelled</Badge>
  if (isLeftOut && sales_open) return null
  return (
    <span className="flex flex-wrap gap-1">
      {is_published && !isLeftOut && <Badge look={sales_open ? 'good' : 'plain'}>Published</Badge>}
      {!is_published &&
        (review?.state === 'sent' ? (
          <Badge look="used">Submitted</Badge>
        ) : (
          <Badge look="plain">Draft</Badge>
        ))}
      {!sales_open && (
        <Badge look="plain">{measure?.state === 'sent' ? 'Sales stopped' : 'Ended'}</Badge>
      )}
    </span>
  )
}

const TABS = [
  ['', 'Overview', 'see'],
  ['/share', 'Share', 'see'],
  ['/transactions', 'Transactions', 'figures'],
  ['/validations', 'Validations', 'see'],
  ['/complimentary', 'Complimentary', 'edit'],
  ['/codes', 'Codes and sellers', 'figures'],
  ['/questions', 'Questions', 'see'],
  ['/gate', 'Gate', 'door'],
  ['/statement', 'Statement', 'figures'],
] as const

export function EventTabs({
  event: { id, rights, is_published },
  isBelowRow,
}: {
  event: EventReply
  isBelowRow: boolean
}) {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // On a phone the row of tabs scrolls sideways, so the current tab may be outside the visible
  // part. The page itself does not scroll: a review card may be above the tabs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another current tab
  useEffect(() => {
    const row = list.current?.getBoundingClientRect()
    const tab = list.current?.querySelector('[aria-current=page]')?.getBoundingClientRect()
    if (!row || !tab) return
    const hidden = Math.max(0, tab.right - row.right) + Math.min(0, tab.left - row.left)
    list.current?.scrollBy({ left: hidden })
  }, [pathname])
  return (
    <nav
      aria-label="Event"
      className={`border-b border-line ${isBelowRow ? 'mb-3 [:not(header)+&]:mt-4' : 'mb-5 mt-4'}`}
    >
      <ul ref={list} className="side-scroll -mb-px flex overflow-x-auto [scrollbar-width:none]">
        {TABS.filter(([, , right]) => rights?.includes(right))
          .filter(([path]) => is_published || path !== '/share')
          .map(([path, label]) => (
            <li key={path}>
              <NavLink
                end={path === ''}
                to={`/organizer/events/${id}${path}`}
                preventScrollReset
                className="inline-flex min-h-11 items-center whitespace-nowrap border-b-2 border-transparent px-2 text-small font-semibold text-quiet hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-accent sm:text-body xl:px-1.5 2xl:px-3"
              >
                {label}
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}

export function EventSkeleton({ isRow }: { isRow: boolean }) {
  return (
    <div role="status" data-skeleton="event" className="flex animate-pulse flex-col gap-4">
      <span className="sr-only">Loading event...</span>
      <div className={`rounded-card bg-line ${isRow ? 'h-7' : 'h-40'}`} />
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
