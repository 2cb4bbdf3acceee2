import { lazy, Suspense, useEffect, useState } from 'react'
import type { StoredOrder } from '../purchase.rules.ts'
import { storedOrders } from './kept-purchase.ts'

/**
 * Loaded separately, because most visitors have no open payment. If loading fails, the next visit
 * shows the payment.
 */
const News = lazy(() =>
  import('./payment-news.tsx').then(
    (module) => ({ default: module.PaymentNews }),
    () => ({ default: () => null }),
  ),
)

/** The state of each payment that this browser began and whose result the buyer has not seen. */
export function OpenPayments() {
  const [unseen, setUnseen] = useState<StoredOrder[]>([])
  useEffect(() => setUnseen(storedOrders().filter((order) => !order.retry)), [])
  return unseen.map((order) => (
    <Suspense key={order.orderId}>
      <News order={order} />
    </Suspense>
  ))
}
