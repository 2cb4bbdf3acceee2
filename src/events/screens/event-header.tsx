import { formatDate, formatShortWeekday, formatTime } from '../../ui/dates.rules.ts'
import { Fact } from '../../ui/facts.tsx'
import { Link } from '../../ui/link.tsx'
import { shownCategory } from '../catalogue/shown-category.rules.ts'
import { formatAttending } from '../event-words.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { tallAddress } from '../image.rules.ts'
import { DateBlock } from './date-block.tsx'
import { dayParts } from './day-parts.ts'
import { type Picture, Poster, preloadOf } from './poster.tsx'
import { titleSize } from './title-size.ts'

const WIDE_SIZES = '(min-width: 1160px) 660px, (min-width: 1024px) 56vw, 100vw'
const TALL_SIZES = '(min-width: 1024px) 300px, (min-width: 640px) 40vw, 100vw'

/** The picture as the event's page shows it. A tall picture is cut to 4:5. */
function bannerOf({ image, image_formats }: Picture) {
  const tall = image && tallAddress(image)
  return {
    picture: { image: tall || image, image_formats },
    isTall: Boolean(tall),
    sizes: tall ? TALL_SIZES : WIDE_SIZES,
  }
}

export function preloadBanner(event: Picture) {
  const { picture, sizes } = bannerOf(event)
  return preloadOf(picture, sizes)
}

const LINK = 'font-semibold text-accent underline underline-offset-4'

/**
 * Banner, category, date, title, venue, organizer and attendance. The title is next to a portrait
 * poster, except in a narrow window; next to other pictures only on a landscape phone.
 */
export function EventHeader({ event }: { event: EventReply }) {
  const { Span = Start, List = null } = (event.days?.[0] && dayParts) || {}
  const { isTall, ...banner } = bannerOf(event)
  return (
    <header className={`grid-cols-[2fr_3fr] gap-x-6 ${isTall ? 'sm:grid' : 'low:grid'}`}>
      <div className={`-mx-4 sm:mx-0 ${isTall ? 'portrait' : ''}`}>
        <Poster {...banner} isTall={isTall} eager className="sm:rounded-card" />
      </div>
      <div className="min-w-0">
        {/* The date block overlaps the lower edge of a banner, but no portrait poster, which has
            words there. The date in words is next to the block, because a phone shows no more than
            this below a portrait poster. */}
        <div className={`relative flex gap-4 ${isTall ? 'mt-3 sm:m-0' : '-mt-7 sm:ml-6 low:m-0'}`}>
          <DateBlock date={(event.days?.find((day) => !day.cancelled_at) ?? event).date} large />
          <div className="flex min-w-0 flex-col items-start justify-between gap-1 font-semibold">
            <p
              className={`max-w-full rounded-soft bg-paper px-2 ${event.cancelled_at ? 'text-bad' : 'text-accent'}`}
            >
              {event.cancelled_at ? 'This event is cancelled' : shownCategory(event.category)}
            </p>
            <p className="leading-5">{event.date ? <Span event={event} /> : 'No date yet'}</p>
          </div>
        </div>
        <h1
          className={`mt-4 font-bold tracking-tight sm:text-hero low:mt-2 low:text-title ${titleSize(event.title)}`}
        >
          {event.title}
        </h1>
        <div className="mt-4 flex flex-col gap-2">
          {List && <List event={event} />}
          <Fact icon="place">
            {event.location}{' '}
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
          {event.attendees !== null && event.cancelled_at === null && (
            <Fact icon="people">{formatAttending(event.attendees)}</Fact>
          )}
        </div>
      </div>
    </header>
  )
}

function Start({ event: { date, time } }: { event: EventReply }) {
  return (
    <>
      {formatShortWeekday(date)}, <time dateTime={`${date}T${time}+03:00`}>{formatDate(date)}</time>
      {', '}
      <span className="whitespace-nowrap">{formatTime(time)}</span>
    </>
  )
}

/** A web address without the punctuation after it. The capture group makes `split` keep it. */
const ADDRESS = /(https?:\/\/\S*[^\s.,;:!?)\]'"])/i

/**
 * The description. Blank lines separate paragraphs; single line breaks stay, and web addresses are
 * links.
 */
export function EventAbout({ description }: { description: string }) {
  if (!description.trim()) return null
  return (
    <section aria-labelledby="about" className="max-w-[640px]">
      <h2 id="about" className="mb-3 text-lead font-bold tracking-tight">
        About this event
      </h2>
      <p className="whitespace-pre-line">
        {description.split(ADDRESS).map((part, index) =>
          index % 2 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: an address may occur twice
            <a key={index} href={part} rel="nofollow noopener" className={LINK}>
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </p>
    </section>
  )
}
