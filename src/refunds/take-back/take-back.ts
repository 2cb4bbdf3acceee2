import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { queueSms } from '../../messages/outbox.ts'
import { smsShortDate } from '../../messages/sms.rules.ts'
import { OrderError } from '../../orders/errors.ts'
import { phoneForTickets } from '../../orders/order.rules.ts'
import { type LockedOrder, lockOrder } from '../../orders/orders.sql.ts'
import { selectWholeLines } from '../../orders/sales/sales.sql.ts'
import { closeRefund, reverseSale, takeBackOrder } from '../../orders/sales/sales.ts'
import { selectOpenDifference } from '../../payments/differences.sql.ts'
import { payOutgoing } from '../../payments/jobs.ts'
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
import { lockGoodTickets, takeFromTicket, voidTickets } from '../../tickets/void-tickets.sql.ts'
import { dueBy } from '../business-days.rules.ts'
import { RefundError } from '../errors.ts'
import {
  cancelledSms,
  dayCancelledSms,
  refundRequestedSms,
  returnedSms,
} from '../refund-sms.rules.ts'
import {
  existsOpenRefund,
  insertRefund,
  insertRefundTickets,
  selectRefundFacts,
} from '../refunds.sql.ts'
import { type Chosen, chooseTickets, fieldOf, type NamedTicket } from './chosen-tickets.ts'
import { lockBalance, requireBalance } from './event-balance.ts'
import { notifyFreeHolders, notifyHolders } from './notify-holders.ts'
import { holdPayouts } from './refundable-order.sql.ts'
import { findRepeated } from './repeated-refund.ts'
import { type LeftLine, type Part, partsOf, sumOf } from './ticket-shares.rules.ts'

export type TakeBackRequest = {
  orderId: string
  /** The tickets to refund. Absent to refund all remaining tickets of the order. */
  tickets?: readonly NamedTicket[]
  /**
   * The user of a refund link: the buyer, for the tickets still with the buyer, or the holder of a
   * transferred ticket. Absent in the back office.
   */
  by?: 'buyer' | 'holder'
  /** The ids of the only tickets that may be refunded. Absent: all may be refunded. */
  only?: ReadonlySet<string> | undefined
  /** The day that was cancelled, as YYYY-MM-DD; the tickets in `only` are for no other day. */
  cancelledDay?: string
  reason: TakeBackReason
  /** The reason in an admin's own words. */
  note?: string
  /** Whether to refund tickets with which people were admitted. */
  usedToo?: boolean
  /** Whether the event's balance must cover the refund. If so, the caller has locked the event. */
  isCovered?: boolean
  requestedBy: string | null
}

/**
 * Refunds an order, some of its tickets or some people of a ticket, for an admin, or for the
 * organizer of the order's event if the event's balance covers the refund. Returns the refund's id.
 * A repeated request returns the id of the first refund (see `findRepeated`).
 */
export async function requestRefund(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  request: Omit<TakeBackRequest, 'requestedBy' | 'isCovered'>,
): Promise<string> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const isCovered = await lockBalance(tx, viewer, request.orderId)
    const own = { ...request, isCovered, requestedBy: viewer.accountId }
    const repeated = await findRepeated(tx, own, now)
    if (repeated !== null) return repeated
    const id = await takeBack(tx, own, now)
    if (id === null) throw new RefundError('nothing_to_refund')
    const { orderId, reason, note = '', tickets } = request
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      {
        action: 'refund_requested',
        subject: orderId,
        after: {
          ...(await selectRefundFacts(tx, id)),
          ...{ reason, words: note, tickets: tickets?.length ?? null },
          ...partsIn(tickets),
        },
      },
    ])
    return id
  })
}

/**
 * Voids tickets, or takes people off them, and makes their refund due, in the caller's transaction.
 * Their capacity is for sale again, and the figures of the day of the sale are reduced. Returns the
 * refund's id, or null if the tickets were free. Throws a RefundError if there is nothing to
 * refund.
 */
export async function takeBack(
  tx: Tx,
  request: TakeBackRequest,
  now: Date,
): Promise<string | null> {
  const plan = await planRefund(tx, request, now)
  const { order, payment, chosen } = plan
  const refundId = await takeBackOf(plan)(tx, plan)
  const whole = chosen.filter(({ people, admits }) => people === admits)
  const ids = whole.map((ticket) => ticket.id)
  assert((await voidTickets(tx, ids, 'refunded')) === ids.length, 'a ticket under lock moved')
  for (const { id, people, admits } of chosen) {
    if (people === admits) continue
    assert(
      await takeFromTicket(tx, { id, people, reason: 'refunded' }),
      'a ticket under lock moved',
    )
  }
  const { cancelledDay } = request
  const notified = { order, tickets: chosen, notifiedPhone: payment.phone, now, cancelledDay }
  await (refundId === null
    ? notifyFreeHolders(tx, notified)
    : notifyHolders(tx, { ...notified, reason: request.reason, refundId }))
  return refundId
}

/** For the audit log: the numbers of people that the request names. Empty if there are none. */
function partsIn(tickets: readonly NamedTicket[] = []) {
  const people = tickets.flatMap((ticket) => ticket.people ?? [])
  return people.length > 0 ? { people } : {}
}

type Taking = { order: LockedOrder; payment: PaymentRow; request: TakeBackRequest; now: Date }

/** The people and the amount of a refund that is not written yet. */
export type RefundPlan = Taking & {
  chosen: readonly Chosen[]
  /** Whether the refund covers all that is left of the order. */
  isAll: boolean
  parts: readonly Part[]
  /** The refunded part of the order's lines. */
  refunded: readonly LeftLine[]
  people: number
  amountCents: number
  /**
   * The ledger account of the difference between the payment and the sale; null for a partial
   * refund.
   */
  restFrom: 'suspense' | 'differences' | null
}

/**
 * Locks the order with its payment and tickets, and computes the people and the amount. Throws a
 * RefundError if there is nothing to refund.
 */
export async function planRefund(tx: Tx, request: TakeBackRequest, now: Date): Promise<RefundPlan> {
  await holdPayouts(tx, request.orderId)
  const order = await lockOrder(tx, request.orderId, now)
  if (!order) throw new OrderError('order_not_found')
  if (order.state !== 'paid' && order.state !== 'issued') throw new RefundError('nothing_to_refund')
  if (order.payment_method === 'complimentary') throw new RefundError('complimentary')
  if (order.payment_method === 'free') throw new RefundError('free_order')
  const payment = await lockSale(tx, order.id)
  assert(payment, `the order ${order.id} has no sale to refund`)
  const tickets = await lockGoodTickets(tx, order.id)
  // All tickets of the order have been refunded individually.
  if (order.state === 'issued' && tickets.length === 0) throw new RefundError('nothing_to_refund')
  const buyerPhone = phoneForTickets(order, payment.phone)
  const by = request.by === 'buyer' ? { buyerPhone } : (request.by ?? null)
  // `isCovered` is set for organizers. Only admins can refund a part of a table.
  const cutsUnits = by === null && !request.isCovered
  const chosen = chooseTickets(tickets, { ...request, by, cutsUnits })
  const lines = await selectWholeLines(tx, order.id)
  const parts = partsOf(chosen, lines)
  // An order may be refunded before its tickets are issued.
  const counted = tickets.length === 0 ? lines : parts
  const people = counted.reduce((sum, { quantity }) => sum + quantity, 0)
  const isAll =
    chosen.length === tickets.length && chosen.every(({ people, admits }) => people === admits)
  // The organizer returns the cash directly, so the balance does not change.
  const refunded = isAll ? lines : parts
  if (request.isCovered && payment.method !== 'cash') await requireBalance(tx, order, refunded)
  const taking = { order, payment, request, now, chosen, parts, people, refunded }
  if (isAll) return { ...taking, isAll, ...(await wholeOf(tx, payment, sumOf(lines))) }
  const amountCents = sumOf(parts)
  if (amountCents === 0 && !request.cancelledDay) {
    throw new RefundError('below_shilling', { details: { field: fieldOf(request.tickets) } })
  }
  return { ...taking, isAll, amountCents, restFrom: null }
}

function takeBackOf({ isAll, amountCents }: RefundPlan) {
  if (isAll) return takeBackAll
  return amountCents > 0 ? takeBackSome : takeBackUnpriced
}

/** Takes back free tickets of a cancelled day, if the order has other tickets, too. */
async function takeBackUnpriced(tx: Tx, { order, parts }: RefundPlan): Promise<null> {
  await reverseSale(tx, order, parts)
  return null
}

async function takeBackAll(tx: Tx, plan: RefundPlan): Promise<string | null> {
  const { order, payment, request, now, amountCents, restFrom, parts } = plan
  const sold = await takeBackOrder(tx, order, request.reason, now)
  if (amountCents === 0) {
    await closeFree(tx, plan)
    return null
  }
  const owed = { id: payment.id, phone: payment.phone, order }
  const { reason } = request
  const sms = requestedSms(plan)
  await recordRefundDue(tx, owed, {
    amountCents,
    reason,
    now,
    takenBack: sold,
    sms,
    ...(restFrom && { restFrom }),
  })
  const isWhole = amountCents === (payment.confirmed_amount_cents ?? payment.amount_cents)
  const id = await openRow(tx, plan, { isWhole, isRest: true })
  await recordTickets(tx, id, parts)
  return id
}

/**
 * Ends an order whose paid tickets were refunded before, so that only free tickets are left: no
 * money is due.
 */
async function closeFree(tx: Tx, { order, payment, request, now }: Taking): Promise<void> {
  const { reason: cause } = request
  for (const use of ['refund_due', 'refunded'] as const) {
    const isChanged = await changePaymentUse(tx, payment.id, use, { cause, now })
    assert(isChanged, `the payment ${payment.id} of a sale was refunded before`)
  }
  // If a partial refund is still on its way, completing that refund ends the order.
  if (!(await existsOpenRefund(tx, order.id))) await closeRefund(tx, order, cause, now)
}

/**
 * The amount of the payment that was not refunded yet. This amount may differ from `soldCents`, the
 * price of the tickets that are still sold.
 */
async function wholeOf(tx: Tx, payment: PaymentRow, soldCents: number) {
  const taken = payment.confirmed_amount_cents
  const isExact = taken === null || taken === payment.amount_cents
  const rest = isExact ? null : await selectOpenDifference(tx, payment.id)
  // Nothing is left if the parts were refunded at full price although less was paid. In that case
  // the refund gets the full price and needs manual review.
  const amountCents = Math.max(soldCents + (rest?.cents ?? 0), 0) || soldCents
  const restFrom = rest?.isBooked ? ('differences' as const) : ('suspense' as const)
  return { amountCents, restFrom }
}

async function takeBackSome(tx: Tx, plan: RefundPlan): Promise<string> {
  const { order, payment, amountCents, parts, now } = plan
  const sold = await reverseSale(tx, order, parts)
  const id = await openRow(tx, plan, { isWhole: false, isRest: false })
  const part = { refundId: id, amountCents, takenBack: sold, now }
  await recordPartDue(tx, { id: payment.id, order }, part)
  await recordTickets(tx, id, parts)
  await queueSms(tx, {
    phone: payment.phone,
    body: requestedSms(plan),
    dedupeKey: `refund_requested:${id}`,
    orderId: order.id,
    now,
  })
  return id
}

async function recordTickets(tx: Tx, refundId: string, parts: readonly Part[]): Promise<void> {
  const tickets = parts.flatMap((part) => part.tickets)
  if (tickets.length > 0) await insertRefundTickets(tx, refundId, tickets)
}

async function openRow(
  tx: Tx,
  { order, payment, request, amountCents, now }: RefundPlan,
  kind: { isWhole: boolean; isRest: boolean },
): Promise<string> {
  const id = newId()
  const isNew = await insertRefund(tx, {
    ...kind,
    id,
    amountCents,
    paymentId: payment.id,
    orderId: order.id,
    eventId: order.event_id,
    reason: request.reason,
    note: request.note,
    requestedBy: request.requestedBy,
    isCash: payment.method === 'cash',
    now,
  })
  assert(isNew, `two refunds of the payment ${payment.id}`)
  if (payment.method !== 'cash') await queueJob(tx, payOutgoing, { purpose: 'refund', id })
  return id
}

const WRITERS: Partial<Record<TakeBackReason, typeof refundRequestedSms>> = {
  cancelled: cancelledSms,
  returned: returnedSms,
}

/** The facts from which `requestedSms` writes the SMS about a due refund. */
type RequestedRefund = {
  order: Pick<LockedOrder, 'language' | 'event_title' | 'code'>
  payment: Pick<PaymentRow, 'method'>
  request: Pick<TakeBackRequest, 'reason' | 'cancelledDay'>
  amountCents: number
  now: Date
}

/** The SMS that notifies the payer of a due refund. */
export function requestedSms(refund: RequestedRefund): string {
  const { order, payment, request, amountCents, now } = refund
  const facts = {
    language: order.language,
    eventTitle: order.event_title,
    amountKes: toKes(amountCents),
    code: order.code,
    isCash: payment.method === 'cash',
    by: smsShortDate(dueBy(nairobiDate(now)), order.language),
  }
  if (request.cancelledDay) return dayCancelledSms({ ...facts, day: request.cancelledDay })
  const write = WRITERS[request.reason] ?? refundRequestedSms
  return write(facts)
}
