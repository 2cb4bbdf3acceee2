import { formatKes } from '../../platform/values/money.rules.ts'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import type { Offer } from '../choice.rules.ts'
import { TakeLabel, totalOf } from './shortage.tsx'

export const PAY_FORM = 'payment'

/**
 * The button that sends the payment form, from any place on the page. If too few tickets are left,
 * the button buys the tickets of the offer.
 */
export function PayAction({
  totalKes,
  offer,
  busy,
  className = '',
}: {
  totalKes: number
  offer: Offer | null
  busy: boolean
  className?: string
}) {
  const hydrated = useHydrated()
  const payable = offer ? totalOf(offer) : totalKes
  return (
    <Button
      type="submit"
      form={PAY_FORM}
      disabled={busy || (payable === 0 && (hydrated || offer !== null))}
      className={`max-sm:px-4 ${className}`}
    >
      {busy ? (
        'Processing Payment...'
      ) : offer && payable > 0 ? (
        <TakeLabel offer={offer} />
      ) : (
        <span>
          Pay <span translate="no">{formatKes(totalKes)}</span>
        </span>
      )}
    </Button>
  )
}
