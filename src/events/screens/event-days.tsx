import { Fragment } from 'react'
import { formatShortDate, formatShortDateTime, formatWeekday } from '../../ui/dates.rules.ts'
import { formatSpan } from '../days/day-span.rules.ts'
import type { EventReply, TicketTypeReply } from '../events.contract.ts'
import { heldDays } from '../sales.rules.ts'
import { dayParts } from './day-parts.ts'

type Event = Pick<EventReply, 'days'>
type Day = NonNullable<EventReply['days']>[number]

/** 'Fri, Dec 11 · 5:00 PM', without the year, which is shown above the list. */
const dayText = ({ date, time }: Pick<Day, 'date' | 'time'>): string =>
  formatShortDateTime(date, time, new Date(date))

/**
 * 'November 30 – December 1, 2026'. In a narrow space, the line breaks after the dash. It breaks
 * inside a date only if large letters leave too little space.
 */
function Span({ event: { days = [] } }: { event: Event }) {
  const held = heldDays(days)
  const [first, last] = [held[0]!.date, held.at(-1)!.date]
  return (
    <time dateTime={first}>
      {formatSpan(first, last)
        .replace('– ', '–\n')
        .split('\n')
        .map((date, index) => (
          <Fragment key={date}>
            {index > 0 && ' '}
            <span className="inline-block">{date}</span>
          </Fragment>
        ))}
    </time>
  )
}

/** The days with their times. Marks the days that were cancelled or moved. */
function List({ event: { days = [] } }: { event: Event }) {
  return (
    <ul aria-label="Days" className="flex flex-col gap-1">
      {days.map((day) => (
        <li key={day.n} className="flex flex-wrap gap-x-3">
          <time
            dateTime={`${day.date}T${day.time}+03:00`}
            className={`font-semibold ${day.cancelled_at ? 'text-quiet' : ''}`}
          >
            {dayText(day)}
          </time>
          {day.cancelled_at ? (
            <span className="font-semibold text-bad">Cancelled</span>
          ) : (
            day.before && <span className="text-accent">Moved, was {dayText(day.before)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Makes event pages show the days of an event. */
export function showDays(): void {
  Object.assign(dayParts, { Span, List })
}

/** 'Saturday only', 'All 3 days, once a day'. The line of the uses of a pack says how often. */
export function TypeDays({
  type: { day_numbers: numbers = [], once_in_all: isOnce, kind, sold_in: uses = 1 },
  event: { days = [] },
}: {
  type: Pick<TicketTypeReply, 'day_numbers' | 'once_in_all' | 'kind' | 'sold_in'>
  event: Event
}) {
  const own = days.filter(({ n, cancelled_at }) => numbers.includes(n) && !cancelled_at)
  const names = own.map((day) => nameOf(day, days)).join(' + ')
  if (own.length === 0) return numbers.length > 0 && days.length > 0 && 'Cancelled'
  if (own.length === 1) return `${names} only`
  const isWhole = own.length === days.length
  if (kind === 'add_on' && uses > 1) return isWhole ? allOf(days.length) : names
  if (isOnce && kind === 'add_on') {
    return isWhole ? `${allOf(days.length)}, once in all` : `${names}, once in all`
  }
  if (isOnce) return isWhole ? oneVisit(days.length) : `One visit, any of ${names}`
  return isWhole ? `${allOf(days.length)}, once a day` : `${names}, once a day`
}

const allOf = (count: number): string => (count === 2 ? 'Both days' : `All ${count} days`)

const oneVisit = (count: number): string =>
  count === 2 ? 'One visit, on either day' : `One visit, any of the ${count} days`

/** 'Saturday', or 'Sat, Dec 12' if the event has another Saturday. */
function nameOf({ date }: Day, days: readonly Day[]): string {
  const name = formatWeekday(date)
  const isAlone = days.filter((day) => formatWeekday(day.date) === name).length === 1
  return isAlone ? name : formatShortDate(date, new Date(date))
}
