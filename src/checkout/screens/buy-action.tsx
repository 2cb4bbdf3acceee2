import type { TicketTypeReply } from '../../events/events.contract.ts'
import { Button } from '../../ui/button.tsx'
import { type ChosenLine, type Offer, totalKes } from '../choice.rules.ts'
import { FreeLater } from './free-later.tsx'
import { PICK_FORM } from './pick-form.ts'
import { TakeLabel, totalOf } from './shortage.tsx'

/** The button that opens the payment form, or the reason why no payment is possible. */
export function BuyAction({
  types,
  lines,
  offer,
  className = '',
}: {
  types: readonly TicketTypeReply[]
  lines: readonly ChosenLine[]
  offer: Offer | null
  className?: string
}) {
  const total = offer ? totalOf(offer) : totalKes(lines)
  return (
    <div className={`needs-script flex flex-col gap-2 ${className}`}>
      {lines.length > 0 && totalKes(lines) === 0 ? (
        <FreeLater types={types} lines={lines} offer={offer} />
      ) : (
        <Button type="submit" form={PICK_FORM} disabled={total === 0} className="max-sm:px-4">
          {offer && total > 0 ? <TakeLabel offer={offer} /> : 'Click to Buy'}
        </Button>
      )}
    </div>
  )
}
