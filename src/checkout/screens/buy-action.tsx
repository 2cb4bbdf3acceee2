import { Button } from '../../ui/button.tsx'
import { type ChosenLine, totalKes } from '../choice.rules.ts'

/**
 * Id of the form around the ticket picker. Without script this form sends the choice to the server.
 */
export const PICK_FORM = 'pick-tickets'

/** The button that opens the payment form, or the reason why no payment is possible. */
export function BuyAction({
  lines,
  className = '',
}: {
  lines: readonly ChosenLine[]
  className?: string
}) {
  const total = totalKes(lines)
  return (
    <div className={`needs-script flex flex-col gap-2 ${className}`}>
      {lines.length > 0 && total === 0 && (
        <p role="status" className="text-small">
          Free tickets can only be added to a paid order for now.
        </p>
      )}
      <Button type="submit" form={PICK_FORM} disabled={total === 0} className="max-sm:px-4">
        Click to Buy
      </Button>
    </div>
  )
}
