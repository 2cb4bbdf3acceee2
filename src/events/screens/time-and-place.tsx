import { formatDate, formatShortWeekday, formatTime } from '../event-words.rules.ts'
import type { EventCardFacts } from '../search/card.rules.ts'

/**
 * The weekday, the hour and the venue of a card. Sighted users see the date in the card's date
 * block; screen readers get it here.
 */
export function TimeAndPlace({ event }: { event: EventCardFacts }) {
  return (
    <p className="max-sm:inline">
      <span className="sr-only">
        <time dateTime={event.date}>{formatDate(event.date)}</time>,{' '}
      </span>
      {formatShortWeekday(event.date)}{' '}
      <span className="whitespace-nowrap">{formatTime(event.time)}</span> · {event.location}
    </p>
  )
}
