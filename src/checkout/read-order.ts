import { unitFields, whenFields } from '../events/event.rules.ts'
import { isOpen } from '../events/sales.rules.ts'
import { BUYING } from '../messages/pages-buying.text.ts'
import { twinOf } from '../messages/twin.rules.ts'
import { orderTimes } from '../orders/declarations.ts'
import { nextPhone, recipientPhone } from '../orders/order.rules.ts'
import type { PlacedOrder } from '../orders/placing/place-order.ts'
import { offeredWallet, paybillNumber } from '../payments/paybill-number.rules.ts'
import type { PaymentState } from '../payments/payment.rules.ts'
import { resultText } from '../payments/result.rules.ts'
import type { Deps } from '../platform/database/deps.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { maskPhone } from '../platform/values/phone.rules.ts'
import { formatRefundNote, isTakenBack } from '../refunds/refund-note.rules.ts'
import { selectTicketsOfOrders } from '../tickets/tickets.sql.ts'
import type { OrderPhase, OrderReply, SettledOrder } from './checkout.contract.ts'
import { type OrderView, selectOrderViews } from './checkout.sql.ts'
import { checkoutTimes } from './declarations.ts'
import {
  CANCELLED,
  EXPIRED_UNKNOWN,
  FAILED_UNKNOWN,
  GIVEN,
  GIVEN_WITHOUT_SMS,
  ON_THEIR_WAY,
  PAID,
  PAID_WITHOUT_SMS,
  PHASE_MESSAGES,
  REFUND_DUE,
  REFUNDED,
  RELEASED,
  TAKEN_BACK,
  UNSOLD,
} from './order-messages.rules.ts'

export type ReadOrder = {
  /** The reply in English. */
  reply: OrderReply
  /** The text fields of the reply in Swahili. */
  swahili: Pick<OrderReply, 'message'> & Partial<Pick<SettledOrder, 'refund'>>
  seen: { id: string; mark: string }
  /**
   * Milliseconds after which the reply changes although no row changes. Null if only a changed row
   * can change the reply.
   */
  changesInMs: number | null
}

type ReadDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>
type Tickets = Awaited<ReturnType<typeof selectTicketsOfOrders>>

/** Reads these orders as their buyers may see them, in two statements. Omits unknown ids. */
export async function readOrders(deps: ReadDeps, ids: string[]): Promise<Map<string, ReadOrder>> {
  const now = deps.clock.now()
  const orders = await selectOrderViews(deps.db, ids, now)
  const settled = orders.filter((order) => !phaseOf(order, now, deps.timeScale))
  const tickets: Map<string, Tickets> = settled.length
    ? Map.groupBy(
        await selectTicketsOfOrders(
          deps.db,
          settled.map(({ id }) => id),
        ),
        ({ order_id }) => order_id,
      )
    : new Map()
  return new Map(
    orders.map((order) => [order.id, toReply(deps, order, tickets.get(order.id) ?? [], now)]),
  )
}

function toReply(deps: ReadDeps, order: OrderView, tickets: Tickets, now: Date): ReadOrder {
  const current = phaseOf(order, now, deps.timeScale)
  if (current) return toPendingReply(deps, order, current, now)
  const texts = settledTexts(order, 'en')
  const young = isYoung(order, now, deps.timeScale)
  const settled = { ...toSettledReply(order, tickets, young), ...texts }
  const isOffered = order.state === 'failed' && !order.payments.some(isUnverified)
  const paybill = isOffered ? paybillFields(deps.env, order, now) : {}
  const reply = { ...settled, ...paybill }
  const swahili = settledTexts(order, 'sw')
  return { seen: { id: order.id, mark: order.mark }, reply, swahili, changesInMs: null }
}

export function replyIn(language: Language, { reply, swahili }: ReadOrder): OrderReply {
  return language === 'sw' ? ({ ...reply, ...swahili } as OrderReply) : reply
}

/** The reply for an order that was just placed: the reply that `readOrders` would return. */
export function toNewReply(
  deps: DescribeDeps & Pick<Deps, 'clock'>,
  placed: NonNullable<PlacedOrder['placed']>,
): ReadOrder {
  const isByPaybill = placed.payment_method === 'paybill'
  const order = { ...placed, ...NEW }
  const phase = isByPaybill ? 'by_hand' : 'in_line'
  return toPendingReply(deps, order, { phase, ...UNKNOWN_END }, deps.clock.now())
}

/**
 * Whether the reply offers payment by paybill: if the buyer chose paybill, or if the prompt has got
 * no result in time. False while a payment is being verified.
 */
function mayPayByPaybill({ phase, promptedAt }: PhaseState): boolean {
  return phase === 'by_hand' || (phase === 'confirming' && promptedAt !== null)
}

type PayableView = Pick<
  OrderView,
  'code' | 'amount_cents' | 'paybill_until' | 'phone' | 'recipient_phone'
>

/**
 * The paybill's details. Empty for a till, which has no account numbers, and after the end of the
 * time to pay.
 */
function paybillFields({ mpesa }: Deps['env'], order: PayableView, now: Date) {
  const { code, amount_cents, paybill_until } = order
  const business = paybillNumber(mpesa)
  if (business === null || paybill_until === null || paybill_until <= now) return {}
  const wallet = offeredWallet(mpesa, recipientPhone(order))
  const paybill = {
    business,
    account: code,
    amount: toKes(amount_cents),
    ...(wallet && { wallet }),
  }
  return { paybill, pay_until: paybill_until.toISOString() }
}

type DescribeDeps = Pick<Deps, 'env' | 'timeScale'>

/** The fields that the reply for a pending order depends on. */
type PendingView = Pick<
  OrderView,
  'id' | 'code' | 'event_id' | 'event_title' | 'state' | 'phone' | 'recipient_phone' | 'since'
> &
  Pick<
    OrderView,
    'amount_cents' | 'attempt' | 'mark' | 'payments' | 'payment_method' | 'paybill_until'
  >

const isWithoutPayment = ({ payment_method: method }: Pick<OrderView, 'payment_method'>): boolean =>
  method === 'complimentary' || method === 'free'

const NEW = {
  state: 'pending',
  recipient_phone: null,
  attempt: 1,
  payments: [],
  // A mark changes whenever the view of its order changes, so that waiting buyers get the new view.
  // This mark must equal the mark that `selectOrderViews` computes for a first attempt without a
  // payment row.
  mark: 'pending1',
} as const satisfies Partial<PendingView>

function toPendingReply(
  { env, timeScale }: DescribeDeps,
  order: PendingView,
  current: PhaseState,
  now: Date,
): ReadOrder {
  const { phase, endsInMs } = current
  const next = current.promptedAt && nextPhone(order)
  const isFree = phase === 'issuing' && isWithoutPayment(order)
  const { en, sw } = twinOf(BUYING, isFree ? ON_THEIR_WAY : PHASE_MESSAGES[phase])
  const reply = {
    status: 'pending',
    order_id: order.id,
    message: en,
    phase,
    seconds_left: phase === 'prompted' ? Math.ceil(endsInMs! / 1000) : null,
    prompt: { business: env.mpesa.businessName, account: order.code },
    next_phone: next ? maskPhone(next) : null,
    other_phone_in: otherPhoneIn(order, current, now, timeScale),
    // The prompted number while a prompt is open, otherwise the number of the next prompt.
    transaction: transactionFields(order, current.promptedAt ? order.phone : recipientPhone(order)),
    ...(mayPayByPaybill(current) && paybillFields(env, order, now)),
  } as const
  const seen = { id: order.id, mark: order.mark }
  return { seen, reply, swahili: { message: sw }, changesInMs: endsInMs }
}

/**
 * The phase of an order. `endsInMs` is the time in ms after which the phase ends without an event;
 * null if only an event ends it. `promptedAt` is the time of the open prompt, or null.
 */
type PhaseState = { phase: OrderPhase; endsInMs: number | null; promptedAt: Date | null }

const UNKNOWN_END = { endsInMs: null, promptedAt: null }

const OPEN: readonly PaymentState[] = ['prompting', 'prompted', 'unknown']

function phaseOf(order: OrderView, now: Date, timeScale: number): PhaseState | null {
  const at = (phase: OrderPhase) => ({ phase, ...UNKNOWN_END })
  const confirming = { ...at('confirming'), endsInMs: promptTimeLeft(order, now, timeScale) }
  if (order.state === 'paid') return at('issuing')
  if (!['pending', 'failed', 'expired'].includes(order.state)) return null
  if (order.is_money_told || order.payments.some(isAwaited)) return confirming
  // The last prompt has ended, and the prompt to the next number is about to be sent.
  if (order.state === 'failed' && nextPhone(order)) return at('in_line')
  if (order.state !== 'pending') return null
  const current = order.payments.find((payment) => payment.attempt === order.attempt)
  if (!current && order.payment_method === 'paybill') return at('by_hand')
  if (!current || current.state === 'created') return at('in_line')
  if (!OPEN.includes(current.state) || current.prompting_at === null) return confirming
  return promptPhase(new Date(current.prompting_at), now, timeScale)
}

/**
 * The time left, in ms, in which M-Pesa may confirm the payment by the latest prompt. Null if this
 * time is over.
 */
function promptTimeLeft({ payments }: OrderView, now: Date, timeScale: number): number | null {
  const prompts = payments.map(({ prompting_at }) => (prompting_at ? Date.parse(prompting_at) : 0))
  const end = Math.max(0, ...prompts) + checkoutTimes(timeScale).promptWaitMs
  return end > now.getTime() ? end - now.getTime() : null
}

function promptPhase(promptedAt: Date, now: Date, timeScale: number): PhaseState {
  // The prompt may have been sent after `now` was read, or by a process whose clock is ahead.
  const age = Math.max(0, now.getTime() - promptedAt.getTime())
  const { promptShownMs, promptWaitMs } = checkoutTimes(timeScale)
  if (age < promptShownMs) return { phase: 'prompted', endsInMs: promptShownMs - age, promptedAt }
  if (age < promptWaitMs) return { phase: 'checking', endsInMs: promptWaitMs - age, promptedAt }
  return { phase: 'confirming', endsInMs: null, promptedAt }
}

/**
 * Seconds until the page may offer another number, counted from the prompt, or from the time when
 * the order joined the prompt queue. Null if the order has no open prompt and is not in the queue.
 */
function otherPhoneIn(
  order: Pick<OrderView, 'since'>,
  { phase, promptedAt }: PhaseState,
  now: Date,
  timeScale: number,
): number | null {
  const since = promptedAt ?? (phase === 'in_line' ? order.since : null)
  if (since === null) return null
  const left = since.getTime() + checkoutTimes(timeScale).otherPhoneMs - now.getTime()
  return Math.max(0, Math.ceil(left / 1000))
}

type ViewPayment = OrderView['payments'][number]

/** True if money arrived or was reported, and M-Pesa has not confirmed its amount yet. */
function isAwaited({ use, state, is_unverified }: ViewPayment): boolean {
  return use === 'suspense' || (is_unverified && state !== 'confirmed')
}

/** True if a callback reported a payment that M-Pesa's list did not show in time. */
function isUnverified({ claimed, state }: ViewPayment): boolean {
  return claimed && state !== 'confirmed'
}

/** The purchase, for a page that has only the order's id. */
function transactionFields(order: PendingView, phone = recipientPhone(order)) {
  // The buyer may have paid an earlier prompt late, on another phone. The tickets then went to the
  // phone that paid.
  const sale = order.payments.find((payment) => payment.use === 'sale')
  return {
    event_id: order.event_id,
    event_title: order.event_title,
    amount: toKes(order.amount_cents),
    phone: maskPhone(sale?.phone ?? phone),
  }
}

const STATUSES = {
  issued: '0',
  failed: 'failed',
  expired: 'expired',
  refund_due: 'refund_due',
  refunded: 'refunded',
} as const

function isYoung({ created_at }: OrderView, now: Date, timeScale: number): boolean {
  return now.getTime() - created_at.getTime() <= orderTimes(timeScale).retryUntilMs
}

function toSettledReply(order: OrderView, tickets: Tickets, young: boolean) {
  const state = order.state as keyof typeof STATUSES
  const status = STATUSES[state]
  const unpaid = state === 'failed' || state === 'expired'
  const use = state === 'issued' ? 'sale' : undefined
  const paid = order.payments.find(
    (payment) => payment.use !== null && (!use || payment.use === use),
  )
  return {
    status,
    order_id: order.id,
    rrn: paid?.receipt ?? '',
    ...(unpaid && order.failure_code !== null ? { result_code: order.failure_code } : {}),
    can_retry: unpaid && young && isOpen(order.sale_stop),
    transaction: {
      id: order.id,
      ...transactionFields(order),
      event_date: order.event_date,
      event_time: order.event_time.slice(0, 5),
      ...(order.event_last_date !== order.event_date && { event_last_date: order.event_last_date }),
      event_location: order.event_location,
      event_image_key: order.image_key,
      ...(isWithoutPayment(order) && { order_number: order.code }),
      ...(order.has_other_add_ons &&
        order.sale_stop === null && { has_other_add_ons: true as const }),
      ...(order.has_questions && { has_questions: true as const }),
      tickets: tickets.map((ticket) => ({
        ticket_number: ticket.number,
        ticket_type: ticket.ticket_type,
        quantity: ticket.admits,
        ...unitFields(ticket),
        gate: ticket.gate,
        ...(isOnFirstDay(ticket, order) ? {} : whenFields(ticket)),
      })),
    },
  }
}

/** True if the ticket is only for the first day, whose date and time are the event's. */
const isOnFirstDay = ({ date, until }: Tickets[number], { event_date }: OrderView) =>
  date === event_date && until === date

function settledTexts(order: OrderView, language: Language) {
  const refunds = order.refunds.map((refund) => {
    return { ...refund, created_at: new Date(refund.created_at) }
  })
  const refund = formatRefundNote(refunds, 'phone', language)
  return { message: messageOf(order, refund?.words ?? null, language), refund }
}

function messageOf(order: OrderView, refund: string | null, language: Language): string {
  const { state, failure_code, payments } = order
  const text = (english: string) => twinOf(BUYING, english)[language]
  if (isWithoutPayment(order)) {
    if (state === 'issued') return text(order.is_sms_failed ? GIVEN_WITHOUT_SMS : GIVEN)
    if (state === 'refund_due' || state === 'refunded') return text(TAKEN_BACK)
  }
  if (state === 'issued') {
    const paid = text(order.is_sms_failed ? PAID_WITHOUT_SMS : PAID)
    return refund === null ? paid : `${paid} ${refund}`
  }
  if (state === 'refund_due' || state === 'refunded') {
    const unsold = order.event_cancelled ? CANCELLED : UNSOLD
    if (refund === null) {
      if (state === 'refunded') return text(REFUNDED)
      return text(order.event_cancelled ? CANCELLED : REFUND_DUE)
    }
    return `${text(order.refunds.some(isTakenBack) ? TAKEN_BACK : unsold)} ${refund}`
  }
  // A payment of a wrong amount is refunded and does not change the order.
  const isDueBack = payments.some((payment) => payment.use === 'refund_due')
  if (state === 'expired' && isDueBack) return text(REFUND_DUE)
  const isUnknown = payments.some((payment) => payment.state === 'unknown' || isUnverified(payment))
  if (state === 'expired' && isUnknown) return text(EXPIRED_UNKNOWN)
  if (state === 'failed' && payments.some(isUnverified)) return text(FAILED_UNKNOWN)
  if (state === 'failed') return resultText(failure_code)[language]
  // The text of the failure tells the buyer how to proceed, so it is also shown after the order has
  // expired. An order without a failure code expired because no payment came in time.
  return failure_code === null
    ? resultText('hold ended')[language]
    : `${resultText(failure_code)[language]} ${text(RELEASED)}`
}
