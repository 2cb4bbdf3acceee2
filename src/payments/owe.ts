import { isOpen } from '../events/sales.rules.ts'
import type { SoldFor } from '../ledger/ledger.rules.ts'
import { queueSms } from '../messages/outbox.ts'
import type { LockedOrder } from '../orders/orders.sql.ts'
import type { Unsold } from '../orders/sales/sales.ts'
import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import { queueJob } from '../platform/jobs/jobs.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { cancelledMoneySms, refundDueSms, secondPaymentSms } from './payment-sms.rules.ts'
import { changePaymentUse } from './payments.sql.ts'
import { postOwed } from './postings.ts'
import { refundDue } from './refund-due.job.ts'

/** An admin's reasons, and those of an event that does not take place as it was sold. */
export type TakeBackReason =
  | 'cancelled'
  | 'moved'
  | 'significant_change'
  | 'technical_error'
  | 'booked_twice'
  | 'other'

/**
 * Why money goes back: no tickets were sold for it; more or less was taken than was asked for; or
 * nobody ever said how much it was.
 */
export type OweReason = Unsold | 'wrong_amount' | 'unexplained' | TakeBackReason

type OwedPayment = {
  id: string
  /** The one that paid, which is told. */
  phone: string
  /** As it was when the money came: who had tickets then must not think that they are lost. */
  order: Pick<
    LockedOrder,
    'id' | 'state' | 'code' | 'event_title' | 'language' | 'sale_stop' | 'event_cancelled'
  >
}

type Owed = {
  amountCents: number
  reason: OweReason
  now: Date
  /** What `reverseSale` took back for it; else the money was in suspense. */
  takenBack?: SoldFor | null
  /** Where what is owed beyond that, or less, comes from. */
  restFrom?: 'suspense' | 'differences'
  /** In place of our usual words. */
  sms?: string
}

/**
 * The money of a confirmed payment is due back, and who paid is told: the one place where a refund
 * of all that is left becomes due. The order and the payment are under lock.
 */
export async function owe(
  tx: Tx,
  { id, phone, order }: OwedPayment,
  { amountCents, reason, now, takenBack = null, restFrom, sms }: Owed,
): Promise<void> {
  const change = { cause: reason, now, detail: { amount_cents: amountCents } }
  const isDue = await changePaymentUse(tx, id, 'refund_due', change)
  assert(isDue, `the money of the payment ${id} went back before, or never came`)
  await postOwed(
    tx,
    { id, orderId: order.id, now },
    { movement: `payment:${id}:owed`, amountCents, from: takenBack, ...(restFrom && { restFrom }) },
  )
  const hasTickets = order.state === 'paid' || order.state === 'issued'
  // It sold when the order was locked, and sells no more: it was cancelled in between.
  const isCancelled =
    order.event_cancelled || (reason === 'event_closed' && isOpen(order.sale_stop))
  const write = isCancelled ? cancelledMoneySms : hasTickets ? secondPaymentSms : refundDueSms
  await queueSms(tx, {
    phone,
    body:
      sms ??
      write({
        language: order.language,
        eventTitle: order.event_title,
        amountKes: toKes(amountCents),
        code: order.code,
      }),
    dedupeKey: `refund_due:${id}`,
    orderId: order.id,
    now,
  })
  await queueJob(tx, refundDue, { paymentId: id })
}

/**
 * Some of what a payment bought is due back, or what more was taken than it cost: its use stays, for
 * the rest is sold. The order and the payment are under lock.
 */
export async function owePart(
  tx: Tx,
  { id, order }: Pick<OwedPayment, 'id'> & { order: Pick<LockedOrder, 'id'> },
  owed: { refundId: string; amountCents: number; takenBack: SoldFor | null; now: Date },
): Promise<void> {
  const { refundId, amountCents, takenBack, now } = owed
  const movement = `refund:${refundId}:owed`
  await postOwed(tx, { id, orderId: order.id, now }, { movement, amountCents, from: takenBack })
}
