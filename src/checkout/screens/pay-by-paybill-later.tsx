import { type ComponentProps, lazy, Suspense } from 'react'
import { loadOr } from '../../ui/load-or.ts'
import type { PayByPaybill } from './pay-by-paybill.tsx'

type Props = ComponentProps<typeof PayByPaybill>

/**
 * Loaded separately, because few prompts fail. If loading fails, the buyer still has the SMS with
 * the same values.
 */
const Paybill = lazy(() =>
  loadOr(import('./pay-by-paybill.tsx').then((module) => module.PayByPaybill)),
)

export function PayByPaybillLater(props: Props) {
  return (
    <Suspense>
      <Paybill {...props} />
    </Suspense>
  )
}
