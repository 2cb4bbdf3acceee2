import { EventError } from '../../events/errors.ts'
import { feeTermsNow, type StoredCode, type StoredFeeTerms } from '../../events/price.rules.ts'
import type { SaleStop } from '../../events/sales.rules.ts'
import { AppError } from '../../platform/errors.ts'
import type { Fee } from '../../platform/values/money.rules.ts'
import {
  aboveCap,
  aboveFree,
  aboveOnePayment,
  amountChanged,
  OrderError,
  paymentOpen,
  saleStopped,
  shortageOf,
} from '../errors.ts'
import { isProven, type PaymentMethod } from '../new-order.rules.ts'
import type { CodeTickets, FreeTickets, PhoneOfEvent, PhoneTickets } from '../phone-cap.sql.ts'
import {
  type Buyer,
  type HoldShares,
  type Holds,
  holdsAfter,
  refuseBeyondShares,
  shareStocks,
  stockAfter,
} from '../shares/hold-shares.ts'
import type { HeldLine, PricedType, TicketStock, WantedStock } from '../stock.rules.ts'
import type { AdmissionCount } from './admission.ts'
import {
  countedBy,
  type OrderSeller,
  refuseUsedCode,
  type SellerTerms,
  sellerOf,
} from './code-verdicts.ts'
import {
  findCode,
  isForSale,
  type PricedLines,
  priceLines,
  refuseOutsideWindow,
  sum,
} from './line-prices.ts'
import { isFreeOrder, type LineRow, newOrderCode, type OrderRow } from './order-row.ts'

export type OrderFacts = Holds & {
  events: readonly {
    id: string
    title: string
    stop: SaleStop | null
    /** Null if there is no limit. */
    max_per_phone: number | null
    fee: StoredFeeTerms
  }[]
  types: readonly PricedType[]
  /** The codes that orders name. */
  codes: readonly StoredCode[]
  /** The sellers whose numbers orders name, and the sellers of the codes. */
  sellers: readonly SellerTerms[]
  /** Orders that exist already under the requested ids. */
  known: readonly { id: string; fingerprint: string }[]
  /** Open orders of the same phones for the same events. */
  open: readonly OpenOrder[]
  /** Tickets that phones have of events with a limit per phone. */
  phoneTickets: readonly PhoneTickets[]
  /** Tickets that phones have of free orders, by ticket type. */
  freeTickets: readonly FreeTickets[]
  /** Tickets that phones have with a code that has a limit per phone. */
  codeTickets: readonly CodeTickets[]
  /** Ids of requested orders whose phone or address has paid before. */
  proven: readonly string[]
}

/** An open order, with the lines for which it holds tickets. */
export type OpenOrder = {
  id: string
  phone: string
  event_id: string
  client_network: string | null
  client_prefix: string | null
  payment_method: PaymentMethod
  is_unproven: boolean
  attempt: number
  /** The buyer may be paying, so no other order may replace this one. */
  is_paying: boolean
  /** Milliseconds until the hold ends. */
  held_ms: number
  lines: readonly HeldLine[]
}

export type OrderTerms = {
  now: Date
  timeScale: number
  holdMs: number
  holdMaxMs: number
  holdUnprovenMs: number
  /** Maximum of one M-Pesa payment. */
  maxCents: number
  shares: HoldShares
  /** The fee of organizers without an own one. */
  serviceFee: Fee
}

type PricedLine = LineRow &
  HeldLine & { price_cents: number; amount_cents: number; fee_cents: number }

export type Placement = {
  verdict: 'placed'
  order: OrderRow
  code: string
  event_title: string
  lines: readonly PricedLine[]
  amount_cents: number
  since: Date
  is_unproven: boolean
  /** End of the time to pay, if the buyer chose paybill. */
  paybill_until: Date | null
  replaced: OpenOrder | null
  seller: OrderSeller | null
}

export type Judgement =
  | Placement
  | { verdict: 'exists'; order: OrderRow }
  | { verdict: 'refused'; order: OrderRow; error: AppError }

/** Left for the next order of the batch. */
type Stock = Holds & Pick<OrderFacts, 'types' | 'codes'>

/** Judges each order as if those before it had been placed. Ids and phones must differ. */
export function judgeOrders(
  orders: readonly OrderRow[],
  facts: OrderFacts,
  terms: OrderTerms,
  admit: AdmissionCount['admit'],
): Judgement[] {
  let stock: Stock = facts
  return orders.map((order) => {
    try {
      const known = facts.known.find(({ id }) => id === order.id)
      if (known?.fingerprint === order.fingerprint) return { verdict: 'exists', order }
      if (known) throw new OrderError('order_conflict')
      const replaced = facts.open.find((other) => replaces(order, other)) ?? null
      const before = giveBack(stock, replaced)
      const types = { before: stock.types, after: before.types }
      const placement = placeOrder(order, replaced, { ...facts, types, codes: before.codes }, terms)
      const next = takeTickets(before, placement)
      refuseWithoutStock(next, placement, terms)
      admit(order)
      stock = next
      return placement
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { verdict: 'refused', order, error }
    }
  })
}

/** Whether two orders exclude each other: only one of a phone and event can be open. */
export const isSamePhone = (one: PhoneOfEvent, other: PhoneOfEvent): boolean =>
  one.phone === other.phone && one.event_id === other.event_id

/** A free order holds nothing, so an unpaid order of the same phone stays as it is. */
const replaces = (order: OrderRow, open: OpenOrder): boolean =>
  !isFreeOrder(order) && isSamePhone(open, order)

/** The types before and after the replaced order has given back its tickets. */
type TypesAround = { before: readonly PricedType[]; after: readonly PricedType[] }

/** Throws an AppError for every refusal except the stock, which the caller checks. */
function placeOrder(
  order: OrderRow,
  replaced: OpenOrder | null,
  facts: Omit<OrderFacts, 'types'> & { types: TypesAround },
  terms: OrderTerms,
) {
  const { events, types } = facts
  const event = events.find(({ id }) => id === order.event_id)
  if (!event || event.stop === 'draft') throw new EventError('event_not_found')
  const code = findCode(order, facts.codes, terms.now.getTime())
  const at = { fee: feeTermsNow(event.fee, terms.serviceFee), now: terms.now.getTime(), code }
  const lines = priceLines(order, types.after, at)
  if (lines.some(({ type }) => !isForSale(type, order.is_at_door, code))) {
    throw new EventError('unknown_ticket_type')
  }
  if (event.stop) throw saleStopped(event.stop)
  for (const { type } of lines) refuseOutsideWindow(type, terms.now.getTime())
  if (lines.some(({ type, quantity }) => quantity > type.max_per_order)) {
    throw new OrderError('too_many')
  }
  const amount_cents = sum(lines.map((line) => line.amount_cents))
  const before = replaced && priceLines(order, types.before, at)
  if (code) {
    const isOwn = (one: CodeTickets) => one.code_id === code.id && isSamePhone(one, order)
    const own = facts.codeTickets.find(isOwn)?.tickets ?? 0
    refuseUsedCode(code, lines, own - countedBy(code, replaced?.lines ?? []))
  }
  refuseAmount(order, amount_cents, { lines, before }, terms)
  if (replaced) refuseOpen(replaced, order, terms)
  refuseAboveCap(order, replaced, facts)
  refuseSecondFree(order, lines, { replaced, freeTickets: facts.freeTickets })
  const isUnproven = isUnprovenBuyer(order, facts)
  return {
    verdict: 'placed',
    order,
    code: newOrderCode(),
    event_title: event.title,
    lines: lines.map(({ type: _, isFree: __, ...line }) => line),
    amount_cents,
    since: terms.now,
    is_unproven: isUnproven,
    paybill_until: paybillEnd(order, isUnproven, terms),
    replaced,
    seller: sellerOf(order, code, facts.sellers),
  } satisfies Placement
}

function refuseOpen(open: OpenOrder, { proof }: OrderRow, { timeScale }: OrderTerms): void {
  const isOwn = isProven(open, proof)
  if (open.is_paying) throw paymentOpen(timeScale, isOwn ? { ownId: open.id } : {})
  if (!isOwn) throw paymentOpen(timeScale, { heldMs: open.held_ms })
}

/** The tickets of the replaced order do not count. */
function refuseAboveCap(
  order: OrderRow,
  replaced: OpenOrder | null,
  facts: Pick<OrderFacts, 'events' | 'phoneTickets'>,
): void {
  const max = facts.events.find(({ id }) => id === order.event_id)?.max_per_phone ?? null
  if (max === null) return
  const own = facts.phoneTickets.find((one) => isSamePhone(one, order))?.tickets ?? 0
  const tickets = own - sum((replaced?.lines ?? []).map(({ quantity }) => quantity))
  if (tickets + sum(order.lines.map(({ quantity }) => quantity)) > max) throw aboveCap(max, tickets)
}

/** All orders of a phone together may have as many free tickets of a type as one order. */
function refuseSecondFree(
  order: OrderRow,
  lines: PricedLines,
  { freeTickets, replaced }: Pick<OrderFacts, 'freeTickets'> & Pick<Placement, 'replaced'>,
): void {
  const own = freeTickets.filter((one) => isSamePhone(one, order) && one.order_id !== replaced?.id)
  for (const { type, quantity } of lines.filter(({ isFree }) => isFree)) {
    const earlier = own.filter(({ ticket_type_id }) => ticket_type_id === type.id)
    const tickets = sum(earlier.map((one) => one.tickets))
    if (tickets + quantity > type.max_per_order) throw aboveFree(type.max_per_order, tickets)
  }
}

/** An order without an address was placed by us, so its buyer counts as proven. */
function isUnprovenBuyer(order: OrderRow, { proven }: Pick<OrderFacts, 'proven'>): boolean {
  const isKnown = order.proof.provenPhone !== undefined || order.client_network === null
  return !isKnown && !proven.includes(order.id)
}

function paybillEnd(
  { payment_method }: OrderRow,
  isUnproven: boolean,
  { now, holdMaxMs, holdUnprovenMs }: OrderTerms,
): Date | null {
  if (payment_method === 'prompt' || payment_method === 'free') return null
  return new Date(now.getTime() + (isUnproven ? holdUnprovenMs : holdMaxMs))
}

function refuseAmount(
  order: OrderRow,
  amountCents: number,
  { lines, before }: { lines: PricedLines; before: PricedLines | null },
  terms: OrderTerms,
): void {
  const isFree = isFreeOrder(order)
  if (amountCents === 0 && !(isFree && lines.every((line) => line.isFree))) {
    throw new OrderError('nothing_to_pay')
  }
  const isAccepted =
    isShown(order, lines) || (before !== null && isShownForMore(order, before, amountCents))
  if (!isAccepted) throw amountChanged(amountCents)
  if (isFree && amountCents > 0) throw new OrderError('not_free')
  if (amountCents > terms.maxCents) {
    const isChosen = lines.some(({ type }) => type.lowest_cents !== null)
    throw isChosen ? aboveOnePayment(terms.maxCents) : new OrderError('over_limit')
  }
}

/**
 * The displayed amount of a line may be exact or rounded up to whole shillings; the total may be
 * the sum of exact, charged or displayed amounts.
 */
function isShown(order: OrderRow, lines: PricedLines): boolean {
  const amounts = lines.map(({ amount_cents }) => amount_cents)
  const exact = lines.map(({ price_cents, quantity }) => price_cents * quantity)
  const shown = lines.map(({ shown_cents }, index) => shown_cents ?? exact[index]!)
  const total = order.shown_cents ?? sum(amounts)
  return (
    lines.every((_, index) => [exact[index], amounts[index]].includes(shown[index])) &&
    [sum(exact), sum(shown), sum(amounts)].includes(total)
  )
}

/**
 * A page that does not know the buyer's open order counts the early birds of this order as taken,
 * and shows a higher sum than is charged. Callers and stewards (`provenPhone`) confirm each sum.
 */
const isShownForMore = (order: OrderRow, before: PricedLines, amountCents: number): boolean =>
  order.proof.provenPhone === undefined &&
  isShown(order, before) &&
  amountCents <= sum(before.map(({ amount_cents }) => amount_cents))

/** The new order is priced after this: its own earlier tickets are no longer in its way. */
function giveBack(stock: Stock, replaced: OpenOrder | null): Stock {
  if (!replaced) return stock
  const moves = replaced.lines.map((line) => ({ ...line, quantity: -line.quantity, by: replaced }))
  return moveTickets(stock, moves)
}

function takeTickets(stock: Stock, { order, lines, is_unproven }: Placement): Stock {
  const moves = lines.map((line) => ({ ...line, by: { ...order, is_unproven } }))
  const after = moveTickets(stock, moves)
  if (!isFreeOrder(order)) return after
  // A free order is sold immediately, so it is in no share of unpaid orders.
  const { addressHolds, unprovenHolds } = stock
  const types = after.types.map((type, index) => {
    const { held, sold } = stock.types[index]!
    return { ...type, held, sold: sold + type.held - held }
  })
  return { ...after, types, addressHolds, unprovenHolds }
}

function moveTickets(stock: Stock, moves: readonly (HeldLine & { by: Buyer })[]): Stock {
  const codes = stock.codes.map((code) =>
    code.left === null ? code : { ...code, left: code.left - countedBy(code, moves) },
  )
  return { types: stockAfter(stock.types, moves), codes, ...holdsAfter(stock, moves) }
}

/** `stock` is the stock after the order. */
function refuseWithoutStock(stock: Stock, placement: Placement, terms: OrderTerms): void {
  const { lines } = placement
  const types = stock.types.filter(({ id }) => lines.some((line) => line.ticket_type_id === id))
  const as = isFreeOrder(placement.order) ? 'sold' : 'held'
  const shortage = shortageOf(types.map((type) => beforeOrder(type, lines, as)))
  if (shortage) throw shortage
  if (as === 'sold') return
  // Retry at `first` if only orders of this batch hold tickets.
  const first = new Date(terms.now.getTime() + terms.holdMs)
  const buyer = { ...placement.order, is_unproven: placement.is_unproven }
  for (const one of shareStocks(types, lines)) {
    refuseBeyondShares(one, stock, buyer, { ...terms, first })
  }
}

function beforeOrder(
  type: TicketStock,
  lines: Placement['lines'],
  as: 'held' | 'sold',
): WantedStock {
  const own = lines.filter(({ ticket_type_id }) => ticket_type_id === type.id)
  const quantity = sum(own.map((line) => line.quantity))
  return { ...type, [as]: type[as] - quantity, quantity }
}
