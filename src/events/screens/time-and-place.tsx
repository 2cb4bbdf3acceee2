import { type EventCardFacts, formatDate, formatTime } from '../event-words.rules.ts'

/**
 * The hour and the venue of a card. Sighted users see the day in the card's date block; screen
 * readers get it here.
 */
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
