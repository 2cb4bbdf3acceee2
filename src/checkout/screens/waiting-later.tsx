import { type ComponentProps, lazy, Suspense } from 'react'
import { loadOr } from '../../ui/load-or.ts'
import type { WaitingForPayment } from './waiting-for-payment.tsx'

type Props = ComponentProps<typeof WaitingForPayment>

/**
 * A plain version of the waiting screen, shown while the full version loads. Stays if loading
 * fails.
 */
function PlainWaiting({ order, maskedPhone }: Props) {
  const isOut = order.phase === 'prompted'
  return (
    <div role="status" className="text-center">
      <h2 className="text-lead font-bold tracking-tight">
        {isOut ? (
          <span>
            Enter your <span className="whitespace-nowrap">M-PESA</span> PIN on{' '}
            <span className="whitespace-nowrap">{maskedPhone || 'your phone'}</span>
          </span>
        ) : (
          'Your payment'
        )}
      </h2>
      <p className="mt-1">
        {isOut ? 'Your order is safe.' : order.message} This page updates automatically when you
        have paid.
      </p>
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
