import { queueSms } from '../../messages/outbox.ts'
import type { LockedOrder } from '../../orders/orders.sql.ts'
import type { TakeBackReason } from '../../payments/owe.ts'
import type { Tx } from '../../platform/database/db.ts'
import { freeCancelledSms, ticketCancelledSms, ticketRefundedSms } from '../refund-sms.rules.ts'

type Voided = {
  order: LockedOrder
  tickets: readonly { id: string; number: string; holder_phone: string | null }[]
  /** Who is told of the money. */
  told: string
  reason: TakeBackReason
  now: Date
}

/**
 * Whoever has a ticket that somebody else paid for hears that it is void, once for each: to whom it
 * was sent on, and whose number the buyer named.
 */
export async function notifyHolders(
  tx: Tx,
  { order, tickets, told, reason, now }: Voided,
): Promise<void> {
  const write = reason === 'cancelled' ? ticketCancelledSms : ticketRefundedSms
  const { language, event_title: eventTitle } = order
  for (const { id, number, holder_phone } of tickets) {
    const phone = holder_phone ?? order.own_phone ?? told
    if (phone === told) continue
    const body = write({ language, eventTitle, number })
    await queueSms(tx, { phone, body, dedupeKey: `void:${id}`, orderId: order.id, now })
  }
}

/**
 * No refund tells of these tickets: who paid for what went back before hears that they are void, and
 * whoever has one of them, each once.
 */
export async function notifyFreeHolders(
  tx: Tx,
  { order, tickets, told, now }: Omit<Voided, 'reason'>,
): Promise<void> {
  const { language, event_title: eventTitle, code } = order
  const body = freeCancelledSms({ language, eventTitle, code })
  const holders = tickets.map(({ id, holder_phone }) => ({
    phone: holder_phone ?? order.own_phone ?? told,
    dedupeKey: `void:${id}`,
  }))
  // Who has several of them, or paid as well, is one phone.
  const all = [...holders, { phone: told, dedupeKey: `void_free:${order.id}` }]
  for (const sms of new Map(all.map((one) => [one.phone, one])).values())
    await queueSms(tx, { ...sms, body, orderId: order.id, now })
}
