import { formatKes } from '../../platform/values/money.rules.ts'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'

export const PAY_FORM = 'payment'

/** The button that sends the payment form, from any place on the page. */
export function PayAction({
  totalKes,
  busy,
  className = '',
}: {
  totalKes: number
  busy: boolean
  className?: string
}) {
  const hydrated = useHydrated()
  return (
    <Button
      type="submit"
      form={PAY_FORM}
      disabled={busy || (hydrated && totalKes === 0)}
      className={`max-sm:px-4 ${className}`}
    >
      {busy ? (
        'Processing Payment...'
      ) : (
        <span>
          Pay <span translate="no">{formatKes(totalKes)}</span>
        </span>
      )}
    </Button>
  )
}
