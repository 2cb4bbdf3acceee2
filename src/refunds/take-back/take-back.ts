import { insertAudit } from '../../accounts/audit-log.sql.ts'
import type { SoldFor } from '../../ledger/ledger.rules.ts'
import { queueSms } from '../../messages/outbox.ts'
import { OrderError } from '../../orders/errors.ts'
import { type LockedOrder, lockOrder } from '../../orders/orders.sql.ts'
import { selectWholeLines } from '../../orders/sales/sales.sql.ts'
import { closeRefund, reverseSale, takeBackOrder } from '../../orders/sales/sales.ts'
import { selectOpenDifference } from '../../payments/differences.sql.ts'
import { changePaymentUse, lockSale, type PaymentRow } from '../../payments/payments.sql.ts'
import {
  recordPartDue,
  recordRefundDue,
  type TakeBackReason,
} from '../../payments/record-refund-due.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { phoneForTickets } from '../../tickets/phone-for-tickets.ts'
import { lockGoodTickets, voidTickets } from '../../tickets/void-tickets.sql.ts'
import { dueBy, shortDay } from '../business-days.rules.ts'
import { RefundError } from '../errors.ts'
import { payRefund } from '../jobs.ts'
import { cancelledSms, refundRequestedSms, returnedSms } from '../refund-sms.rules.ts'
import { existsOpenRefund, insertRefund, insertRefundTickets } from '../refunds.sql.ts'
import { notifyFreeHolders, notifyHolders } from './notify-holders.ts'
import { type GoodTicket, isWithBuyer, type Part, partsOf } from './ticket-shares.rules.ts'

export type RefundAsked = {
  orderId: string
  /**
   * Ticket numbers without dashes. Without this field, all tickets left of the order are refunded.
   */
  ticketNumbers?: readonly string[]
  /** Whether to leave out tickets that were transferred to other phones: the buyer asks. */
  isByBuyer?: boolean
  reason: TakeBackReason
  words: string
  /** Whether to refund tickets with which people were admitted. */
  usedToo?: boolean
  requestedBy: string | null
}

/** Refunds an order or some of its tickets, for an admin. */
export async function requestRefund(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  asked: Omit<RefundAsked, 'requestedBy'>,
): Promise<string> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const id = await takeBack(tx, { ...asked, requestedBy: viewer.accountId }, now)
    if (id === null) throw new RefundError('nothing_to_refund')
    const { orderId, reason, words, ticketNumbers } = asked
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      {
        action: 'refund_requested',
        subject: orderId,
        after: { reason, words, tickets: ticketNumbers?.length ?? null },
      },
    ])
    return id
  })
}

/**
 * Voids tickets and makes their refund due, in the caller's transaction: the tickets' capacity is
 * for sale again, and the sales figures of the day of the sale shrink. Returns the refund's id, or
 * null if the tickets were free. Throws a RefundError if there is nothing to refund.
 */
export async function takeBack(tx: Tx, asked: RefundAsked, now: Date): Promise<string | null> {
  const order = await lockOrder(tx, asked.orderId, now)
  if (!order) throw new OrderError('order_not_found')
  if (order.state !== 'paid' && order.state !== 'issued') throw new RefundError('nothing_to_refund')
  const payment = await lockSale(tx, order.id)
  assert(payment, `the order ${order.id} has no sale to refund`)
  const tickets = await lockGoodTickets(tx, order.id)
  // All tickets of the order have been refunded individually.
  if (order.state === 'issued' && tickets.length === 0) throw new RefundError('nothing_to_refund')
  const buyerPhone = phoneForTickets(order, payment.phone)
  const chosen = chooseTickets(tickets, asked, buyerPhone)
  if (chosen.some((ticket) => ticket.admitted > 0) && !asked.usedToo) {
    throw new RefundError('tickets_used', { details: { field: 'words' } })
  }
  const isAll = chosen.length === tickets.length
  const taken = isAll
    ? await takeBackAll(tx, { order, payment, asked, now })
    : await takeBackSome(tx, { order, payment, asked, now }, chosen)
  const ids = chosen.map((ticket) => ticket.id)
  assert((await voidTickets(tx, ids, 'refunded')) === ids.length, 'a ticket under lock moved')
  const voided = { order, tickets: chosen, told: payment.phone, now }
  await (taken === null
    ? notifyFreeHolders(tx, voided)
    : notifyHolders(tx, { ...voided, reason: asked.reason }))
  return taken
}

type Held = GoodTicket & { holder_phone: string | null }

type Taking = { order: LockedOrder; payment: PaymentRow; asked: RefundAsked; now: Date }

function chooseTickets(
  tickets: Held[],
  { ticketNumbers, isByBuyer }: RefundAsked,
  buyerPhone: string,
): Held[] {
  if (isByBuyer && tickets.length > 0) {
    const own = tickets.filter((ticket) => isWithBuyer(ticket, buyerPhone))
    if (own.length === 0) throw new RefundError('sent_on')
    return own
  }
  if (!ticketNumbers) return tickets
  const chosen = tickets.filter((ticket) => ticketNumbers.includes(ticket.number))
  if (chosen.length === 0 || chosen.length < new Set(ticketNumbers).size) {
    throw new RefundError('unknown_ticket', { details: { field: 'ticket_numbers' } })
  }
  return chosen
}

async function takeBackAll(tx: Tx, taking: Taking): Promise<string | null> {
  const { order, payment, asked, now } = taking
  const sold = await takeBackOrder(tx, order, asked.reason, now)
  const { amountCents, restFrom } = await wholeOf(tx, payment, sold)
  if (amountCents === 0) {
    await closeFree(tx, taking)
    return null
  }
  const sms = requestedSms({ order, payment, asked, now }, amountCents)
  const owed = { id: payment.id, phone: payment.phone, order }
  const { reason } = asked
  await recordRefundDue(tx, owed, { amountCents, reason, now, takenBack: sold, restFrom, sms })
  const isWhole = amountCents === (payment.confirmed_amount_cents ?? payment.amount_cents)
  const kind = { amountCents, isWhole, isRest: true }
  return await openRow(tx, taking, kind)
}

/**
 * Ends an order whose paid tickets were refunded before, so that only free tickets are left: no
 * money is due.
 */
async function closeFree(tx: Tx, { order, payment, asked, now }: Taking): Promise<void> {
  const { reason: cause } = asked
  for (const use of ['refund_due', 'refunded'] as const) {
    const isChanged = await changePaymentUse(tx, payment.id, use, { cause, now })
    assert(isChanged, `the payment ${payment.id} of a sale was refunded before`)
  }
  // If a partial refund is still on its way, completing that refund ends the order.
  if (!(await existsOpenRefund(tx, order.id))) await closeRefund(tx, order, cause, now)
}

/** The amount of the payment not refunded yet, which may differ from the price that was sold. */
async function wholeOf(tx: Tx, payment: PaymentRow, sold: SoldFor) {
  const taken = payment.confirmed_amount_cents
  const isExact = taken === null || taken === payment.amount_cents
  const rest = isExact ? null : await selectOpenDifference(tx, payment.id)
  // Nothing is left if the parts were refunded at full price although less was paid. In that case
  // the refund gets the full price and needs manual review.
  const amountCents = Math.max(sold.amountCents + (rest?.cents ?? 0), 0) || sold.amountCents
  const restFrom = rest?.isBooked ? ('differences' as const) : ('suspense' as const)
  return { amountCents, restFrom }
}

async function takeBackSome(tx: Tx, taking: Taking, chosen: GoodTicket[]): Promise<string> {
  const { order, payment, now } = taking
  const parts: Part[] = partsOf(chosen, await selectWholeLines(tx, order.id))
  if (parts.every((part) => part.amountCents === 0)) {
    throw new RefundError('below_shilling', { details: { field: 'ticket_numbers' } })
  }
  const sold = await reverseSale(tx, order, parts)
  const { amountCents } = sold
  const id = await openRow(tx, taking, { amountCents, isWhole: false, isRest: false })
  const part = { refundId: id, amountCents, takenBack: sold, now }
  await recordPartDue(tx, { id: payment.id, order }, part)
  await insertRefundTickets(
    tx,
    id,
    parts.flatMap((part) => part.tickets),
  )
  await queueSms(tx, {
    phone: payment.phone,
    body: requestedSms(taking, sold.amountCents),
    dedupeKey: `refund_requested:${id}`,
    orderId: order.id,
    now,
  })
  return id
}

async function openRow(
  tx: Tx,
  { order, payment, asked, now }: Taking,
  kind: { amountCents: number; isWhole: boolean; isRest: boolean },
): Promise<string> {
  const id = newId()
  const isNew = await insertRefund(tx, {
    ...kind,
    id,
    paymentId: payment.id,
    orderId: order.id,
    eventId: order.event_id,
    reason: asked.reason,
    words: asked.words,
    requestedBy: asked.requestedBy,
    isCash: payment.method === 'cash',
    now,
  })
  assert(isNew, `two refunds of the payment ${payment.id}`)
  if (payment.method !== 'cash') await queueJob(tx, payRefund, { refundId: id })
  return id
}

const WRITERS: Partial<Record<TakeBackReason, typeof refundRequestedSms>> = {
  cancelled: cancelledSms,
  returned: returnedSms,
}

function requestedSms({ order, payment, asked, now }: Taking, amountCents: number): string {
  const write = WRITERS[asked.reason] ?? refundRequestedSms
  return write({
    language: order.language,
    eventTitle: order.event_title,
    amountKes: toKes(amountCents),
    code: order.code,
    isCash: payment.method === 'cash',
    by: shortDay(dueBy(nairobiDate(now)), order.language),
  })
}
