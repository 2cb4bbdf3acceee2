import { Fact } from '../../ui/facts.tsx'
import { Link } from '../../ui/link.tsx'
import { categoryWords } from '../catalogue/category.rules.ts'
import {
  formatAttending,
  formatDate,
  formatShortWeekday,
  formatTime,
} from '../event-words.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { DateBlock } from './date-block.tsx'
import { Poster } from './poster.tsx'
import { titleSize } from './title-size.ts'

export const BANNER_SIZES = '(min-width: 1160px) 660px, (min-width: 1024px) 56vw, 100vw'

const LINK = 'font-semibold text-accent underline underline-offset-4'

/** Banner, category, title, date, venue, organizer and attendance. */
export function EventHeader({ event }: { event: EventReply }) {
  return (
    <header>
      <div className="-mx-4 sm:mx-0">
        <Poster picture={event} mayBeTall eager sizes={BANNER_SIZES} className="sm:rounded-card" />
      </div>
      {/* The date overlaps the lower edge of the banner. */}
      <div className="relative -mt-10 flex items-end gap-4 sm:ml-6">
        <DateBlock date={event.date} large />
        <p className="min-w-0 font-semibold text-accent">{categoryWords(event.category)}</p>
      </div>
      <h1 className={`mt-4 font-bold tracking-tight sm:text-hero ${titleSize(event.title)}`}>
        {event.title}
      </h1>
      <div className="mt-4 flex flex-col gap-2">
        {event.moved_from && event.cancelled_at === null && (
          <p className="font-semibold text-accent">Was: {event.moved_from}</p>
        )}
        <Fact icon="date">
          <b className="font-semibold">{event.date ? <Start event={event} /> : 'No date yet'}</b>
        </Fact>
        <Fact icon="place">
          <span className="pr-1">{event.location}</span>{' '}
          <a
            href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(event.location)}`}
            target="_blank"
            rel="noopener"
            className={LINK}
          >
            Map
          </a>
        </Fact>
        {event.organizer && (
          <Fact icon="organizer">
            By{' '}
            <Link to={`/organizers/${event.organizer_page}`} className={LINK}>
              {event.organizer}
            </Link>
          </Fact>
        )}
        {event.attendees !== null && <Fact icon="people">{formatAttending(event.attendees)}</Fact>}
      </div>
    </header>
  )
}

function Start({ event: { date, time } }: { event: EventReply }) {
  return (
    <>
      {formatShortWeekday(date)}, <time dateTime={`${date}T${time}+03:00`}>{formatDate(date)}</time>
      {` ·\u00a0${formatTime(time)}`}
    </>
  )
}

/** The description. Blank lines separate paragraphs; single line breaks stay. */
export function EventAbout({ description }: { description: string }) {
  if (!description.trim()) return null
  return (
    <section aria-labelledby="about" className="max-w-[640px]">
      <h2 id="about" className="mb-3 text-lead font-bold tracking-tight">
        About this event
      </h2>
      <p className="whitespace-pre-line">{description}</p>
    </section>
  )
}
