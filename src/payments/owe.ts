import type { SoldFor } from '../ledger/ledger.rules.ts'
import { queueSms } from '../messages/outbox.ts'
import type { LockedOrder } from '../orders/orders.sql.ts'
import type { Unsold } from '../orders/sales.ts'
import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/db.ts'
import { toKes } from '../platform/money.rules.ts'
import { refundDueSms, secondPaymentSms } from './payment-sms.rules.ts'
import { changePaymentUse } from './payments.sql.ts'
import { postOwed } from './postings.ts'

/**
 * Why money goes back: no tickets were sold for it; more or less was taken than was asked for; or
 * nobody ever said how much it was.
 */
export type OweReason = Unsold | 'wrong_amount' | 'unexplained'

type OwedPayment = {
  id: string
  /** The one that paid, which is told. */
  phone: string
  /** As it was when the money came: who had tickets then must not think that they are lost. */
  order: Pick<LockedOrder, 'id' | 'state' | 'code' | 'event_title'>
}

type Owed = {
  amountCents: number
  reason: OweReason
  now: Date
  /** What `reverseSale` took back for it; else the money was in suspense. */
  takenBack?: SoldFor | null
}

/**
 * The money of a confirmed payment is due back, and who paid is told: the one place where a refund
 * becomes due. The order and the payment are under lock.
 */
export async function owe(
  tx: Tx,
  { id, phone, order }: OwedPayment,
  { amountCents, reason, now, takenBack = null }: Owed,
): Promise<void> {
  const change = { cause: reason, now, detail: { amount_cents: amountCents } }
  const isDue = await changePaymentUse(tx, id, 'refund_due', change)
  assert(isDue, `the money of the payment ${id} went back before, or never came`)
  await postOwed(
    tx,
    { id, orderId: order.id, now },
    { movement: `payment:${id}:owed`, amountCents, from: takenBack },
  )
  const hasTickets = order.state === 'paid' || order.state === 'issued'
  const write = hasTickets ? secondPaymentSms : refundDueSms
  await queueSms(tx, {
    phone,
    body: write({ eventTitle: order.event_title, amountKes: toKes(amountCents), code: order.code }),
    dedupeKey: `refund_due:${id}`,
    now,
  })
}
