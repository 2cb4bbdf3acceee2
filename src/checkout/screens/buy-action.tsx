import { Button } from '../../ui/button.tsx'
import { type ChosenLine, type Offer, totalKes } from '../choice.rules.ts'
import { TakeLabel, totalOf } from './shortage.tsx'

/**
 * Id of the form around the ticket picker. Without script this form sends the choice to the server.
 */
export const PICK_FORM = 'pick-tickets'

/** The button that opens the payment form, or the reason why no payment is possible. */
export function BuyAction({
  lines,
  offer,
  className = '',
}: {
  lines: readonly ChosenLine[]
  offer: Offer | null
  className?: string
}) {
  const total = offer ? totalOf(offer) : totalKes(lines)
  return (
    <div className={`needs-script flex flex-col gap-2 ${className}`}>
      {lines.length > 0 && totalKes(lines) === 0 && (
        <p role="status" className="text-small">
          Free tickets can only be added to a paid order for now.
        </p>
      )}
      <Button type="submit" form={PICK_FORM} disabled={total === 0} className="max-sm:px-4">
        {offer && total > 0 ? <TakeLabel offer={offer} /> : 'Click to Buy'}
      </Button>
    </div>
  )
}
