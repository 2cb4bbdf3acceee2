import { daysApart } from '../../events/days/day-counts.rules.ts'
import {
  formatFullDate,
  formatShortDate,
  formatShortSpan,
  formatTime,
} from '../../ui/dates.rules.ts'

export type TicketedEvent = {
  title: string
  date: string
  time: string
  /** The last date of a pass for several days. */
  last_date?: string | undefined
  /** The days of a pass, and whether it admits each person only once instead of once per day. */
  pass_days?: readonly { date: string; time: string }[] | undefined
  once_in_all?: boolean | undefined
  location: string
  moved_from?: string | null
  image?: string | null | undefined
}

/**
 * 'Fri, Dec 11 – Sun, Dec 13', or 'Fri, Dec 11 + Mon, Dec 14' if a day between has no event.
 */
export function passDates(event: TicketedEvent, now?: Date): string {
  const { date, last_date: last = date, pass_days: days = [] } = event
  const isRow = daysApart(date, last) === days.length - 1
  return isRow || days.length === 0
    ? formatShortSpan(date, last, now)
    : days.map((day) => formatShortDate(day.date, now)).join(' + ')
}

/** The days of a pass with their times, and how often it lets one person in. */
function PassDays({ event, isAddOn }: { event: TicketedEvent; isAddOn: boolean }) {
  const { pass_days: days = [], once_in_all: isOnce } = event
  return (
    <>
      {days.map(({ date, time }) => (
        <time key={date} dateTime={`${date}T${time}+03:00`} className="block">
          {formatShortDate(date)}, {formatTime(time)}
        </time>
      ))}
      {!isAddOn && (isOnce ? 'One visit, on any of these days' : 'Enters once a day')}
    </>
  )
}

export function TicketEvent({
  event,
  isAddOn = false,
}: {
  event: TicketedEvent
  isAddOn?: boolean
}) {
  return (
    <div>
      <p className="font-display text-lead font-bold tracking-tight">{event.title}</p>
      <p className="mt-1 font-semibold">
        {event.pass_days ? (
          <PassDays event={event} isAddOn={isAddOn} />
        ) : event.last_date ? (
          formatShortSpan(event.date, event.last_date)
        ) : (
          <time dateTime={`${event.date}T${event.time}+03:00`}>
            {formatFullDate(event.date)},{' '}
            <span className="whitespace-nowrap">{formatTime(event.time)}</span>
          </time>
        )}
      </p>
      <p className="text-quiet">{event.location}</p>
      {event.moved_from && (
        <p className="mt-1 font-semibold text-accent">Was: {event.moved_from}</p>
      )}
    </div>
  )
}
