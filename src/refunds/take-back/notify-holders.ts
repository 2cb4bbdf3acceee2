import { queueSms } from '../../messages/outbox.ts'
import type { LockedOrder } from '../../orders/orders.sql.ts'
import type { TakeBackReason } from '../../payments/record-refund-due.ts'
import type { Tx } from '../../platform/database/db.ts'
import {
  freeCancelledSms,
  ticketCancelledSms,
  ticketPartRefundedSms,
  ticketRefundedSms,
} from '../refund-sms.rules.ts'
import type { Chosen } from './chosen-tickets.ts'

type Refunded = {
  order: LockedOrder
  tickets: readonly Chosen[]
  /** The phone that is notified about the money. */
  notifiedPhone: string
  reason: TakeBackReason
  refundId: string
  now: Date
  /** The cancelled day, as YYYY-MM-DD. Absent unless only one day was cancelled. */
  cancelledDay?: string | undefined
}

/**
 * Notifies holders whose ticket another person paid that the ticket is void or admits fewer people.
 * Holders are the receivers of transfers and the phone that the buyer named.
 */
export async function notifyHolders(
  tx: Tx,
  { order, tickets, notifiedPhone, reason, refundId, now, cancelledDay }: Refunded,
): Promise<void> {
  for (const ticket of tickets) {
    const phone = ticket.holder_phone ?? order.recipient_phone ?? notifiedPhone
    if (phone === notifiedPhone) continue
    const { body, isVoid } = holderSms(order, ticket, { reason, cancelledDay })
    const dedupeKey = isVoid
      ? (`void:${ticket.id}` as const)
      : (`part_refunded:${refundId}:${ticket.id}` as const)
    await queueSms(tx, { phone, body, dedupeKey, orderId: order.id, now })
  }
}

/** The SMS to the holder of a ticket that another person paid. */
export function holderSms(
  { language, event_title: eventTitle }: Pick<LockedOrder, 'language' | 'event_title'>,
  { number, admits, people }: Pick<Chosen, 'number' | 'admits' | 'people'>,
  { reason, cancelledDay: day }: Pick<Refunded, 'reason' | 'cancelledDay'>,
): { body: string; isVoid: boolean } {
  const ticket = { language, eventTitle, number }
  const left = admits - people
  if (left > 0) return { body: ticketPartRefundedSms({ ...ticket, left, people }), isVoid: false }
  const body =
    reason === 'cancelled' ? ticketCancelledSms({ ...ticket, day }) : ticketRefundedSms(ticket)
  return { body, isVoid: true }
}

/**
 * Notifies the holders of tickets without a refund that the tickets are void. Also notifies the
 * payer, whose paid tickets were refunded earlier.
 */
export async function notifyFreeHolders(
  tx: Tx,
  {
    order,
    tickets,
    notifiedPhone,
    now,
    cancelledDay: day,
  }: Omit<Refunded, 'tickets' | 'reason' | 'refundId'> & {
    tickets: readonly Pick<Chosen, 'id' | 'holder_phone'>[]
  },
): Promise<void> {
  const { language, event_title: eventTitle, code } = order
  const body = freeCancelledSms({ language, eventTitle, code, day })
  const holders = tickets.map(({ id, holder_phone }) => ({
    phone: holder_phone ?? order.recipient_phone ?? notifiedPhone,
    dedupeKey: `void:${id}` as const,
  }))
  const dedupeKey = day
    ? (`void_free:${order.id}:${day}` as const)
    : (`void_free:${order.id}` as const)
  // Notifies each phone once, even if it has several tickets or also paid.
  const all = [...holders, { phone: notifiedPhone, dedupeKey }]
  for (const sms of new Map(all.map((one) => [one.phone, one])).values())
    await queueSms(tx, { ...sms, body, orderId: order.id, now })
}
