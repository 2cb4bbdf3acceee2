import { type ComponentProps, lazy, Suspense } from 'react'
import type { WaitingForPayment } from './waiting-for-payment.tsx'

/** The browser has this file already, because the payment code in it has placed the order. */
const loadPlain = () =>
  import('./paying.ts').then((module) => ({ default: module.paying.PlainWaiting }))

/** Loaded separately, because most visits end without a payment. */
export const loadWaiting = () =>
  import('./waiting-for-payment.tsx').then(
    (module) => ({ default: module.WaitingForPayment }),
    loadPlain,
  )

const Plain = lazy(loadPlain)
const Waiting = lazy(loadWaiting)

export function WaitingLater(props: ComponentProps<typeof WaitingForPayment>) {
  const plain = (
    <Suspense>
      <Plain {...props} />
    </Suspense>
  )
  return (
    <Suspense fallback={plain}>
      <Waiting {...props} />
    </Suspense>
  )
}
