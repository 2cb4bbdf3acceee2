import { type EventCardFacts, formatDate, formatTime } from '../event-words.rules.ts'

/** The hour and the venue of a card. The day is in its date block, and here for screen readers. */
export function TimeAndPlace({ event }: { event: EventCardFacts }) {
  return (
    <p className="max-sm:inline max-sm:pr-2.5">
      <span className="sr-only">
        <time dateTime={event.date}>{formatDate(event.date)}</time>,{' '}
      </span>
      <span className="whitespace-nowrap">{formatTime(event.time)}</span> · {event.location}
    </p>
  )
}
