import { Link } from '../../ui/link.tsx'
import { shownCategory } from '../catalogue/shown-category.rules.ts'
import { formatAttending } from '../event-words.rules.ts'
import { cardColour, isDrawnCard } from '../pictures/drawn-card.rules.ts'
import { type Badge, badgeOf, type EventCardFacts } from '../search/card.rules.ts'
import { CardFoot } from './card-foot.tsx'
import { DateBlock } from './date-block.tsx'
import { Poster } from './poster.tsx'
import { TimeAndPlace } from './time-and-place.tsx'

const SIZES = '(min-width: 1160px) 360px, (min-width: 640px) 46vw, 100px'

/**
 * An event's card. On phones, and in a list item at least 500 px wide, the card is a row with a
 * small poster; otherwise it is a column.
 */
export function EventCard({ event, level }: { event: EventCardFacts; level: 2 | 3 }) {
  const Heading = `h${level}` as const
  const badge = badgeOf(event)
  const isDrawn = isDrawnCard(event.image)
  return (
    <article className="relative flex h-full overflow-hidden rounded-card border border-line bg-paper transition-shadow hover:shadow-lift sm:@max-[500px]:flex-col">
      <div
        className={`relative w-25 shrink-0 sm:w-2/5 sm:@max-[500px]:w-full ${isDrawn ? 'drawn' : ''}`}
        style={isDrawn ? { background: cardColour(event.category) } : undefined}
      >
        <Poster picture={event} sizes={SIZES} className="h-full" />
        <div className="absolute left-2 top-2 sm:left-3 sm:top-3">
          <DateBlock date={event.date} />
        </div>
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1 pt-2 pr-2 pl-3 sm:px-4 sm:pt-4 sm:pb-3">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere text-small font-semibold text-accent">
          {shownCategory(event.category)}
          {badge && <span className={`rounded-soft px-2 ${BADGES[badge]}`}>{badge}</span>}
          {event.is_few_left && (
            <span className="rounded-soft bg-accent px-2 text-white">Few left</span>
          )}
        </p>
        <Heading className="line-clamp-3 font-bold tracking-tight max-sm:leading-5 sm:text-lead">
          {/* The whole card can be clicked, but the link's name is only the title. */}
          <Link discover="none" to={`/event/${event.id}`} className="after:absolute after:inset-0">
            {event.title}
          </Link>
        </Heading>
        <div className="text-small text-quiet">
          <TimeAndPlace event={event} />
          {event.attendees !== null && (
            <p className="max-sm:inline">
              {/* The space before the dot never breaks, so that no line begins with the dot. */}
              <span className="sm:hidden">{'\u00a0· '}</span>
              {formatAttending(event.attendees)}
            </p>
          )}
        </div>
        <CardFoot event={event} look="quiet" />
      </div>
    </article>
  )
}

const BADGES: Record<Badge, string> = {
  'Sold Out': 'bg-ink text-ground',
  'Limited Tickets': 'bg-accent-soft text-accent-deep',
  New: 'border border-line bg-white text-ink',
}
