import { chargedKes, formatPrice } from '../../events/event-words.rules.ts'
import type { TicketTypeReply } from '../../events/events.contract.ts'
import { codePrice, isUnlocked, type Promo } from '../buyer-terms.rules.ts'

/** The lines below a type's price: whether a code shows the type, and what sets its price. */
export function CodeNotes({ type, promo }: { type: TicketTypeReply; promo: Promo }) {
  const price = codePrice(type, promo)
  const unlocked = isUnlocked(type, promo)
  if (type.sale_window === 'over' || !(price || unlocked)) return null
  return (
    <div className="-mt-2 flex basis-full flex-col gap-1 text-small text-quiet">
      {unlocked && <p className="font-semibold text-accent">Unlocked by code {promo.code}</p>}
      {price?.is === 'lowered' && (
        <p>
          with code {promo.code}, instead of{' '}
          <span className="whitespace-nowrap">{formatPrice(chargedKes(price.full))}</span>
        </p>
      )}
      {price?.is === 'step' && <p>{price.step} is cheaper than with the code</p>}
    </div>
  )
}
