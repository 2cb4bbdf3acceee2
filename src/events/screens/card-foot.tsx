import { LOUD } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/dates.rules.ts'
import { Link } from '../../ui/link.tsx'
import type { EventCardFacts } from '../search/card.rules.ts'
import { FromPrice } from './from-price.tsx'

const BUY = {
  loud: LOUD,
  quiet:
    'ml-auto inline-flex min-h-11 items-center text-small font-semibold text-accent sm:text-body hover:text-accent-deep',
}

/** The lowest price and the card's button. */
export function CardFoot({ event, look }: { event: EventCardFacts; look: keyof typeof BUY }) {
  const lowest = event.lowest_kes
  return (
    <div
      className={`mt-auto flex flex-wrap items-center justify-between gap-x-1 gap-y-1 ${look === 'loud' ? 'md:mt-0 md:gap-x-4' : ''}`}
    >
      {/* If there is little room, 'From' and the price first take two lines, and only then the
          button moves below them. */}
      <p className="flex-1 text-small tabular-nums">
        <span className="inline-block rounded-card sm:bg-accent-soft sm:px-2 sm:py-1">
          {event.sale_start ? (
            <b className="font-semibold" suppressHydrationWarning>
              On sale {formatMoment(event.sale_start, new Date())}
            </b>
          ) : lowest === null ? (
            'Standard Admission'
          ) : (
            <FromPrice kes={lowest} />
          )}
        </span>
      </p>
      {event.is_sold_out ? (
        <span className="ml-auto inline-flex min-h-11 items-center font-semibold text-quiet">
          Sold Out
        </span>
      ) : (
        <Link
          to={`/event/${event.id}`}
          aria-label={`Buy Tickets for ${event.title}`}
          className={`relative ${BUY[look]}`}
        >
          Buy Tickets
        </Link>
      )}
    </div>
  )
}
