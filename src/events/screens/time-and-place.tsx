import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { formatDate, formatShortWeekday, formatTime } from '../../ui/dates.rules.ts'
import type { EventCardFacts } from '../search/card.rules.ts'

/**
 * The weekday, the hour and the venue of a card. Sighted users see day and month in the card's date
 * block, and screen readers get the date here; in another year than this one it is visible here.
 */
export function TimeAndPlace({ event }: { event: EventCardFacts }) {
  const isThisYear = event.date.slice(0, 4) === nairobiDate(new Date()).slice(0, 4)
  return (
    <p className="max-sm:inline">
      {/* The clock of a phone may be years away from the server's. */}
      <span className={isThisYear ? 'sr-only' : undefined} suppressHydrationWarning>
        <time dateTime={event.date}>{formatDate(event.date)}</time>,{' '}
      </span>
      {formatShortWeekday(event.date)}{' '}
      <span className="whitespace-nowrap">{formatTime(event.time)}</span> · {event.location}
    </p>
  )
}
