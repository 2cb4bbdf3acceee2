import { chargedKes, formatMoment, formatPrice } from '../../events/event-words.rules.ts'
import type { TicketTypeReply } from '../../events/events.contract.ts'

/** 'Early bird · until Fri, Nov 27, 11:59 PM · 38 left; then KES 1,500'. */
export function StepLine({ type }: { type: TicketTypeReply }) {
  const { step, price_until: until, left_at_price: left, next_price: next } = type
  // If the type has no more tickets than the step, the step never ends by its number.
  const isCounted = left !== undefined && (left < type.available || type.sale_window === 'not_yet')
  const ends = until !== undefined || isCounted
  if (type.sale_window === 'over' || !(step || ends)) return null
  return (
    <p className="basis-full text-small text-quiet first-letter:uppercase">
      {step && <b className="font-semibold text-ink">{step}</b>}
      {step && until && ' · '}
      {until && <span className="whitespace-nowrap">until {formatMoment(until)}</span>}
      {isCounted && (step || until) && ' · '}
      {isCounted && <span className="whitespace-nowrap">{left} left</span>}
      {ends && next !== undefined && next !== type.price && (
        <>
          {'; '}
          <span className="whitespace-nowrap">then {formatPrice(chargedKes(next))}</span>
        </>
      )}
    </p>
  )
}
