import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import {
  formatDate,
  formatShortDate,
  formatShortSpan,
  formatShortWeekday,
  formatTime,
} from '../../ui/dates.rules.ts'
import type { EventCardFacts } from '../search/card.rules.ts'

/**
 * The weekday, the time and the venue of a card. Sighted users see the day and the month in the
 * card's date block, and screen readers read the date here. If the event is in another year, the
 * date is visible here in short form: 'Sun, Jan 3, 2027 · 4:00 PM'. An event of several days shows
 * 'Fri, Dec 11 – Sun, Dec 13'.
 */
export function TimeAndPlace({ event }: { event: EventCardFacts }) {
  const { date, last_date: last } = event
  if (last) {
    return (
      <p className="max-sm:inline">
        <time dateTime={date} suppressHydrationWarning>
          {formatShortSpan(date, last, new Date())}
        </time>
        {'\u00a0· '}
        {event.location}
      </p>
    )
  }
  const isThisYear = date.slice(0, 4) === nairobiDate(new Date()).slice(0, 4)
  // Both forms have the same elements, so hydration works even if the phone's year is wrong.
  return (
    <p className="max-sm:inline">
      <time dateTime={date} className={isThisYear ? 'sr-only' : undefined} suppressHydrationWarning>
        {isThisYear ? `${formatDate(date)}, ` : formatShortDate(date)}
      </time>
      {/* The space before the dot never breaks, so that no line begins with the dot. */}
      <span suppressHydrationWarning>
        {isThisYear ? `${formatShortWeekday(date)} ` : '\u00a0· '}
      </span>
      <span className="whitespace-nowrap">{formatTime(event.time)}</span> · {event.location}
    </p>
  )
}
