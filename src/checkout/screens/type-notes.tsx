import { chargedKes, formatPrice } from '../../events/event-words.rules.ts'
import type { TicketTypeReply } from '../../events/events.contract.ts'
import { formatKesAndCents } from '../../platform/values/money.rules.ts'
import { formatMoment } from '../../ui/dates.rules.ts'
import type { ChosenLine, OwnHold } from '../choice.rules.ts'
import { SaleStart } from './sale-start.tsx'
import type { SaleClock } from './use-sale-clock.ts'

type TypeNotesProps = {
  type: TicketTypeReply
  line: ChosenLine | undefined
  /** The start of the event's first sale, which the page shows above all types. */
  eventStart: string | null
  clock: SaleClock
}

/** The lines below the price of a type: its fee, its step, and the start of its sale. */
export function TypeNotes({ type, line, eventStart, clock }: TypeNotesProps) {
  const { sale_window: window, sale_from: from, fee, prices } = type
  if (window === 'over' || !(fee || prices || window === 'not_yet')) return null
  return (
    <div className="-mt-2 flex basis-full flex-col gap-1 text-small text-quiet">
      {fee !== undefined && <p>includes {formatKesAndCents(fee)} service fee</p>}
      <StepLine type={type} />
      {window === 'not_yet' && from && from !== eventStart && (
        <SaleStart from={from} clock={clock} />
      )}
      <p role="status" className="text-right font-semibold text-accent empty:hidden">
        {line?.each && type.left_at_price !== undefined && (
          <span>
            Only {type.left_at_price} left at {formatPrice(chargedKes(type.price))}. {line.quantity}{' '}
            tickets cost <span className="whitespace-nowrap">{line.each}</span>.
          </span>
        )}
      </p>
    </div>
  )
}

/** 'Early bird · until Fri, Nov 27, 11:59 PM · 38 left; then KES 1,500'. */
function StepLine({ type }: { type: TicketTypeReply & OwnHold }) {
  const { step, price_until: until, left_at_price: left, next_price: next } = type
  // If the type has no more tickets than the step, the step never ends by its number of tickets.
  const isCounted = left !== undefined && (left < type.available || type.sale_window === 'not_yet')
  const ends = until !== undefined || isCounted
  if (!step && !ends) return null
  return (
    <p>
      <b className="font-semibold text-ink">{step ?? formatPrice(chargedKes(type.price))}</b>
      {until && ' · '}
      {until && <span suppressHydrationWarning>until {formatMoment(until, new Date())}</span>}
      {isCounted && !type.isHeld && ' · '}
      {isCounted && !type.isHeld && <span className="whitespace-nowrap">{left} left</span>}
      {ends && next !== undefined && next !== type.price && (
        <>
          {'; '}
          <span className="whitespace-nowrap">then {formatPrice(chargedKes(next))}</span>
        </>
      )}
    </p>
  )
}
