import { type ComponentProps, lazy, Suspense } from 'react'
import type { PayByPaybill } from './pay-by-paybill.tsx'

type Props = ComponentProps<typeof PayByPaybill>

/**
 * Loaded separately, because few prompts fail. If loading fails, the buyer still has the SMS with
 * the same values.
 */
const Paybill = lazy(
  (): Promise<{ default: (props: Props) => React.ReactNode }> =>
    import('./pay-by-paybill.tsx').then(
      (module) => ({ default: module.PayByPaybill }),
      () => ({ default: () => null }),
    ),
)

export function PayByPaybillLater(props: Props) {
  return (
    <Suspense>
      <Paybill {...props} />
    </Suspense>
  )
}
