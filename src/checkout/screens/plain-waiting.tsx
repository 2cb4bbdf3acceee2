import type { ComponentProps } from 'react'
import type { WaitingForPayment } from './waiting-for-payment.tsx'

/**
 * A plain version of the waiting screen, shown while the full version loads. Stays if loading
 * fails.
 */
export function PlainWaiting({ order, maskedPhone }: ComponentProps<typeof WaitingForPayment>) {
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
          'Your order'
        )}
      </h2>
      <p className="mt-1">
        {isOut ? 'Your order is safe.' : order.message} This page updates automatically.
      </p>
    </div>
  )
}
