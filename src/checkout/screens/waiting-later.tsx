import { type ComponentProps, lazy, Suspense } from 'react'
import { loadOr } from '../../ui/load-or.ts'
import type { WaitingForPayment } from './waiting-for-payment.tsx'

type Props = ComponentProps<typeof WaitingForPayment>

/**
 * The message alone, shown while the screen of waiting loads. Stays if loading fails.
 */
function PlainWaiting({ order }: Props) {
  return (
    <div role="status" className="text-center">
      <h2 className="text-lead font-bold tracking-tight">Your order</h2>
      <p className="mt-1">{order.message} This page updates automatically.</p>
    </div>
  )
}

/** Loaded separately, because most visits end without a payment. */
export const loadWaiting = () =>
  loadOr(
    import('./waiting-for-payment.tsx').then((module) => module.WaitingForPayment),
    PlainWaiting,
  )

const Waiting = lazy(loadWaiting)

export function WaitingLater(props: Props) {
  return (
    <Suspense fallback={<PlainWaiting {...props} />}>
      <Waiting {...props} />
    </Suspense>
  )
}
