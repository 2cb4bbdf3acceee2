import { lazy, Suspense, useEffect, useState } from 'react'
import type { StoredOrder } from '../purchase.rules.ts'
import { storedOrders } from './kept-purchase.ts'

/** Most visitors have none. Where its script does not come, a later visit tells. */
const News = lazy(() =>
  import('./payment-news.tsx').then(
    (module) => ({ default: module.PaymentNews }),
    () => ({ default: () => null }),
  ),
)

/** Payments that this browser began and whose end it has not seen: where they stand. */
export function OpenPayments() {
  const [unseen, setUnseen] = useState<StoredOrder[]>([])
  useEffect(() => setUnseen(storedOrders().filter((order) => !order.retry)), [])
  return unseen.map((order) => (
    <Suspense key={order.orderId}>
      <News order={order} />
    </Suspense>
  ))
}
