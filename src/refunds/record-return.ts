import { post } from '../ledger/entries.ts'
import type { LockedOrder } from '../orders/orders.sql.ts'
import { lockPayment } from '../payments/payments.sql.ts'
import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import { completeRefund } from './complete-refund.ts'
import { lockRefund } from './refunds.sql.ts'
import { insertReturn, selectSoldOf, selectWaitingRefunds } from './returns.sql.ts'

/**
 * Records that M-Pesa took a payment back without our request. The organizer's balance pays for the
 * tickets that are still sold: they stay valid until an admin decides. Waiting refunds end as
 * returned. The caller has locked the order. Returns false if the return was recorded before.
 */
export async function recordReturn(
  tx: Tx,
  order: LockedOrder,
  { paymentId, now }: { paymentId: string; now: Date },
): Promise<boolean> {
  const payment = await lockPayment(tx, paymentId)
  const { amount_cents, confirmed_amount_cents, mpesa_receipt: reference, use } = payment
  const amountCents = confirmed_amount_cents ?? amount_cents
  const isSettled = use !== 'sale'
  if (!(await insertReturn(tx, { paymentId, amountCents, now, isSettled }))) return false
  const soldCents = await selectSoldOf(tx, paymentId)
  await post(tx, {
    movement: `payment:${paymentId}:returned`,
    kind: 'returned',
    at: now,
    paymentId,
    orderId: order.id,
    reference,
    lines: [
      { account: 'collection', amountCents: -amountCents },
      { account: 'organizer', eventId: order.event_id, amountCents: soldCents },
      { account: 'differences', amountCents: amountCents - soldCents },
    ],
  })
  for (const id of await selectWaitingRefunds(tx, paymentId)) {
    const refund = await lockRefund(tx, id)
    assert(refund, `the refund ${id} is gone`)
    assert(
      await completeRefund(tx, { refund, order }, returnedAt(now)),
      'a refund under lock moved',
    )
  }
  return true
}

/** How a refund is completed if M-Pesa has returned the money. */
export function returnedAt(now: Date) {
  const cause = 'already returned by M-Pesa'
  return { way: 'returned', receipt: null, chargeCents: 0, cause, now } as const
}
