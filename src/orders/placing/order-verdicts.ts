import { EventError } from '../../events/errors.ts'
import { isEntry } from '../../events/event.rules.ts'
import { feeTermsNow } from '../../events/price.rules.ts'
import { AppError } from '../../platform/errors.ts'
import {
  aboveCap,
  aboveFree,
  OrderError,
  paymentOpen,
  saleStopped,
  shortageOf,
  tooFew,
} from '../errors.ts'
import { isProven } from '../new-order.rules.ts'
import type { CodeTickets, PhoneOfEvent } from '../phone-cap.sql.ts'
import { refuseBeyondShares, shareStocks } from '../shares/hold-shares.ts'
import type { PricedType, TicketStock, WantedStock } from '../stock.rules.ts'
import type { AdmissionCount } from './admission.ts'
import { countedBy, refuseUsedCode, sellerOf } from './code-verdicts.ts'
import {
  findCode,
  isForSale,
  type PricedLines,
  priceLines,
  refuseAmount,
  refuseOutsideWindow,
  sum,
} from './line-prices.ts'
import {
  giveBack,
  type Judgement,
  type OpenOrder,
  type OrderFacts,
  type OrderTerms,
  type Placement,
  type Stock,
  takeTickets,
} from './order-facts.ts'
import { isFreeOrder, newOrderCode, type OrderRow } from './order-row.ts'

/** Judges each order as if the earlier ones were placed. Ids and phones per event must differ. */
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

/** Whether two orders exclude each other. A phone can have only one open order for an event. */
export const isSamePhone = (one: PhoneOfEvent, other: PhoneOfEvent): boolean =>
  one.phone === other.phone && one.event_id === other.event_id

/** Whether an order replaces the phone's open order. A free order holds nothing and does not. */
const replaces = (order: OrderRow, open: OpenOrder): boolean =>
  !isFreeOrder(order) && isSamePhone(open, order)

/** The types before and after the replaced order has given back its tickets. */
type TypesAround = { before: readonly PricedType[]; after: readonly PricedType[] }

/** Places an order. Throws every refusal except missing stock, which the caller checks. */
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
  const isAddOns = !lines.some(({ type }) => isEntry(type))
  // An event that is marked as sold out still sells add-ons to holders of its tickets.
  if (event.stop && !(event.stop === 'sold_out' && isAddOns)) throw saleStopped(event.stop)
  for (const { type } of lines) refuseOutsideWindow(type, terms.now.getTime())
  if (lines.some(({ type, units }) => units > type.max_per_order)) {
    throw new OrderError('too_many')
  }
  refuseTooFew(lines)
  refuseWithoutEntry(order, lines, facts, terms)
  const amount_cents = sum(lines.map((line) => line.amount_cents))
  const before = replaced && priceLines(order, types.before, at)
  if (code) {
    const isOwn = (one: CodeTickets) => one.code_id === code.id && isSamePhone(one, order)
    const own = facts.codeTickets.find(isOwn)?.tickets ?? 0
    refuseUsedCode(code, lines, own - countedBy(code, replaced?.lines ?? []))
  }
  refuseAmount(order, amount_cents, { lines, before }, terms.maxCents)
  if (replaced) refuseOpen(replaced, order, terms)
  refuseAboveCap(order, lines, { ...facts, replaced })
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

function refuseTooFew(lines: PricedLines): void {
  const index = lines.findIndex(({ type, units }) => units < type.min_per_order)
  if (index >= 0) throw tooFew(index, lines[index]!.type.min_per_order)
}

/**
 * Throws if an order has only add-ons and the phone has no ticket. Also throws if the order would
 * replace an open order with a ticket, which the add-ons need: the open order is paid first.
 */
function refuseWithoutEntry(
  order: OrderRow,
  lines: PricedLines,
  { open, entryPhones }: Pick<OrderFacts, 'open' | 'entryPhones'>,
  { timeScale }: OrderTerms,
): void {
  if (lines.some(({ type }) => isEntry(type))) return
  const hasTicket = entryPhones.some((phone) => isSamePhone(phone, order))
  const unpaid = open.find((other) => isSamePhone(other, order) && other.lines.some(isEntry))
  if (unpaid && (!hasTicket || replaces(order, unpaid))) {
    const isOwn = isProven(unpaid, order.proof)
    throw paymentOpen(timeScale, isOwn ? { ownId: unpaid.id } : { heldMs: unpaid.held_ms })
  }
  if (!hasTicket) throw new OrderError('needs_entry')
}

function refuseOpen(open: OpenOrder, { proof }: OrderRow, { timeScale }: OrderTerms): void {
  const isOwn = isProven(open, proof)
  if (open.is_paying) throw paymentOpen(timeScale, isOwn ? { ownId: open.id } : {})
  if (!isOwn) throw paymentOpen(timeScale, { heldMs: open.held_ms })
}

/** Throws above the event's limit per phone. Tickets of the replaced order do not count. */
function refuseAboveCap(
  order: OrderRow,
  lines: PricedLines,
  {
    events,
    phoneTickets,
    replaced,
  }: Pick<OrderFacts, 'events' | 'phoneTickets'> & Pick<Placement, 'replaced'>,
): void {
  const max = events.find(({ id }) => id === order.event_id)?.max_per_phone ?? null
  if (max === null) return
  const own = phoneTickets.find((one) => isSamePhone(one, order))?.tickets ?? 0
  const wanted = peopleOf(lines.filter(({ type }) => isEntry(type)))
  const tickets = own - peopleOf((replaced?.lines ?? []).filter(isEntry))
  if (wanted > 0 && tickets + wanted > max) throw aboveCap(max, tickets)
}

/** Throws if all orders of a phone together have more free tickets than one order may have. */
function refuseSecondFree(
  order: OrderRow,
  lines: PricedLines,
  { freeTickets, replaced }: Pick<OrderFacts, 'freeTickets'> & Pick<Placement, 'replaced'>,
): void {
  const own = freeTickets.filter((one) => isSamePhone(one, order) && one.order_id !== replaced?.id)
  for (const { type, units } of lines.filter(({ isFree }) => isFree)) {
    const earlier = own.filter(({ ticket_type_id }) => ticket_type_id === type.id)
    const had = Math.ceil(sum(earlier.map((one) => one.tickets)) / type.sold_in)
    if (had + units > type.max_per_order) throw aboveFree(type.max_per_order, had)
  }
}

/** Whether the buyer is unproven. False for Lango's own orders, which have no address. */
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

/** Throws if there is not enough stock. `stock` is the stock after the order. */
function refuseWithoutStock(stock: Stock, placement: Placement, terms: OrderTerms): void {
  const { lines } = placement
  const types = lines.map((line) => stock.types.find(({ id }) => id === line.ticket_type_id)!)
  const as = isFreeOrder(placement.order) ? 'sold' : 'held'
  const shortage = shortageOf(types.map((type) => beforeOrder(type, lines, as)))
  if (shortage) throw shortage
  if (as === 'sold') return
  // If only orders of this batch hold tickets, the buyer can retry at `first`.
  const first = new Date(terms.now.getTime() + terms.holdMs)
  const buyer = { ...placement.order, is_unproven: placement.is_unproven }
  for (const one of shareStocks(types, lines)) {
    refuseBeyondShares(one, stock, buyer, { ...terms, first })
  }
}

const peopleOf = (lines: readonly { quantity: number }[]): number =>
  sum(lines.map(({ quantity }) => quantity))

function beforeOrder(
  type: TicketStock,
  lines: Placement['lines'],
  as: 'held' | 'sold',
): WantedStock {
  const quantity = peopleOf(lines.filter(({ ticket_type_id }) => ticket_type_id === type.id))
  const { pool_id, pool } = type
  const pooled = pool_id === null ? [] : lines.filter((line) => line.limit_ids.includes(pool_id))
  const before = pool && { ...pool, [as]: pool[as] - peopleOf(pooled) }
  return { ...type, [as]: type[as] - quantity, pool: before, quantity }
}
