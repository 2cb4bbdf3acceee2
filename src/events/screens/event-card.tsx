import { Fact } from '../../ui/facts.tsx'
import { Link } from '../../ui/link.tsx'
import { categoryWords } from '../catalogue/category.rules.ts'
import {
  type Badge,
  badgeOf,
  type EventCardFacts,
  formatAttending,
  formatDate,
} from '../event-words.rules.ts'
import { CardFoot } from './card-foot.tsx'
import { DateBlock } from './date-block.tsx'
import { Poster } from './poster.tsx'

export function EventCard({ event, level }: { event: EventCardFacts; level: 2 | 3 }) {
  const Heading = `h${level}` as const
  const badge = badgeOf(event)
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-paper transition-shadow hover:shadow-lift">
      <div className="relative">
        <Poster picture={event} sizes="(min-width: 1160px) 360px, (min-width: 640px) 46vw, 92vw" />
        <div className="absolute left-3 top-3">
          <DateBlock date={event.date} />
        </div>
        {badge && <BadgeLabel badge={badge} />}
      </div>
      <div className="flex flex-1 flex-col gap-1 p-4">
        <p className="text-small font-semibold text-accent">{categoryWords(event.category)}</p>
        <Heading className="line-clamp-3 text-lead font-bold tracking-tight">
          {/* The link covers the whole card, but its name is only the title. */}
          <Link discover="none" to={`/event/${event.id}`} className="after:absolute after:inset-0">
            {event.title}
          </Link>
        </Heading>
        <div className="mt-1 flex flex-col gap-1 text-small text-quiet">
          <Fact icon="date">
            <time dateTime={event.date}>{formatDate(event.date)}</time>
          </Fact>
          <Fact icon="place">{event.location}</Fact>
          {event.attendees !== null && (
            <Fact icon="people">{formatAttending(event.attendees)}</Fact>
          )}
        </div>
        <CardFoot event={event} />
      </div>
    </article>
  )
}

function BadgeLabel({ badge }: { badge: Badge }) {
  const look = {
    'Sold Out': 'bg-ink text-ground',
    'Limited Tickets': 'bg-accent-soft text-accent-deep',
    New: 'bg-white text-ink',
  }
  return (
    <p
      className={`absolute right-3 top-3 rounded-soft px-3 py-1 text-small font-semibold ${look[badge]}`}
    >
      {badge}
    </p>
  )
}
