import { Link } from '../../ui/link.tsx'
import type { EventCardFacts } from '../event-words.rules.ts'
import { FromPrice } from './from-price.tsx'

/** The lowest price and the card's button. */
export function CardFoot({ event }: { event: EventCardFacts }) {
  const lowest = event.lowest_kes
  return (
    <div className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-4">
      <p className="font-semibold tabular-nums">
        {lowest === null ? 'Standard Admission' : <FromPrice kes={lowest} />}
      </p>
      {event.is_sold_out ? (
        <span className="ml-auto inline-flex min-h-11 items-center rounded-soft bg-line px-3 font-semibold text-quiet">
          Sold Out
        </span>
      ) : (
        <Link
          to={`/event/${event.id}`}
          aria-label={`Buy Tickets for ${event.title}`}
          className="relative ml-auto inline-flex min-h-11 items-center rounded-soft bg-accent px-3 font-semibold text-white hover:bg-accent-deep"
        >
          Buy Tickets
        </Link>
      )}
    </div>
  )
}
