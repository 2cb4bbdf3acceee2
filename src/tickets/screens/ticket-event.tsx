import { formatFullDate, formatShortSpan, formatTime } from '../../ui/dates.rules.ts'

export type TicketedEvent = {
  title: string
  date: string
  time: string
  /** The last date of a pass for several days. */
  last_date?: string | undefined
  location: string
  moved_from?: string | null
  image?: string | null | undefined
}

export function TicketEvent({ event }: { event: TicketedEvent }) {
  return (
    <div>
      <p className="font-display text-lead font-bold tracking-tight">{event.title}</p>
      <p className="mt-1 font-semibold">
        {event.last_date ? (
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
