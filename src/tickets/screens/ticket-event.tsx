import { formatFullDate, formatTime } from '../../ui/dates.rules.ts'

export type TicketedEvent = {
  title: string
  date: string
  time: string
  location: string
  moved_from?: string | null
  image?: string | null | undefined
}

export function TicketEvent({ event }: { event: TicketedEvent }) {
  return (
    <div>
      <p className="font-display text-lead font-bold tracking-tight">{event.title}</p>
      <p className="mt-1 font-semibold">
        <time dateTime={`${event.date}T${event.time}+03:00`}>
          {formatFullDate(event.date)},{' '}
          <span className="whitespace-nowrap">{formatTime(event.time)}</span>
        </time>
      </p>
      <p className="text-quiet">{event.location}</p>
      {event.moved_from && (
        <p className="mt-1 font-semibold text-accent">Was: {event.moved_from}</p>
      )}
    </div>
  )
}
