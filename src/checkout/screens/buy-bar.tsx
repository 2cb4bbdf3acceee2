import type { ReactNode } from 'react'
import { formatPrice, lowestPriceKes } from '../../events/event-words.rules.ts'
import type { TicketTypeReply } from '../../events/events.contract.ts'
import { FromPrice } from '../../events/screens/from-price.tsx'
import { LOUD } from '../../ui/button.tsx'
import { type ChosenLine, countTickets, type Offer, totalKes } from '../choice.rules.ts'
import type { PurchaseStep } from '../purchase.rules.ts'
import { BuyAction } from './buy-action.tsx'
import { PayAction } from './pay-action.tsx'

/**
 * The bar at the bottom of a narrow screen: the lowest price or the chosen tickets, and the only
 * button that continues the purchase. The page reserves space for the bar below its content
 * (`at-foot` in ui/site.css).
 */
export function BuyBar({
  types,
  lines,
  offer,
  words,
  at,
}: {
  types: readonly TicketTypeReply[]
  lines: readonly ChosenLine[]
  offer: Offer | null
  /** The chosen tickets in words. Absent if all of them are plain tickets. */
  words: ReactNode
  at: PurchaseStep['at']
}) {
  const count = countTickets(lines)
  const total = totalKes(lines)
  return (
    <section
      aria-label="Your choice"
      className="at-foot fixed inset-x-0 bottom-0 z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-paper px-4 py-2 font-semibold tabular-nums sm:px-6 lg:hidden print:hidden"
    >
      {count === 0 ? (
        <>
          <p>
            <FromPrice kes={lowestPriceKes({ ticket_types: types }) ?? 0} />
          </p>
          <a href="#tickets" className={`${LOUD} max-sm:px-4`}>
            Get tickets
          </a>
        </>
      ) : (
        <>
          <p className="flex-1 basis-[7em]">
            {offer ? (
              offer.reasons[0]
            ) : (
              <>
                <span className="block">
                  {words ?? (count === 1 ? '1 ticket' : `${count} tickets`)}
                </span>{' '}
                <span className="whitespace-nowrap font-display font-bold" translate="no">
                  {formatPrice(total)}
                </span>
              </>
            )}
          </p>
          {at === 'choosing' ? (
            <BuyAction types={types} lines={lines} offer={offer} />
          ) : (
            // The form of a free order has its own button.
            total > 0 && <PayAction totalKes={total} offer={offer} busy={at === 'sending'} />
          )}
        </>
      )}
    </section>
  )
}
