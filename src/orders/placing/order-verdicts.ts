import { EventError } from '../../events/errors.ts'
import type { SaleStop } from '../../events/sales.rules.ts'
import { AppError } from '../../platform/errors.ts'
import { lineAmountKes, toKes } from '../../platform/values/money.rules.ts'
import { OrderError, paymentOpen, saleStopped, tooManyUnpaid } from '../errors.ts'
import { isProven } from '../new-order.rules.ts'
import { countAvailable, type TicketStock } from '../stock.rules.ts'
import type { AdmissionCount } from './admission.ts'
import {
  type AddressHold,
  type AddressOfType,
  exceedsShare,
  isCrowded,
} from './hold-share.rules.ts'
import { type LineRow, newOrderCode, type OrderRow } from './order-row.ts'

/** The rows that orders are judged by. */
export type OrderFacts = {
  events: readonly { id: string; title: string; stop: SaleStop | null }[]
  types: readonly TicketStock[]
  /** Orders that exist already under the requested ids. */
  known: readonly { id: string; fingerprint: string }[]
  /** Open orders of the same phones for the same events. */
  open: readonly OpenOrder[]
  /**
   * The tickets that addresses hold, only for addresses and ticket types whose share could be
   * exceeded.
   */
  addressHolds: readonly AddressHold[]
}

/** An open order, with the lines that it holds tickets for. */
export type OpenOrder = {
  id: string
  phone: string
  event_id: string
  client_network: string | null
  attempt: number
  /** True if the buyer may be paying, so that no other order may replace this order. */
  is_paying: boolean
  /** Milliseconds until its hold ends. */
  held_ms: number
  lines: readonly { ticket_type_id: string; quantity: number }[]
}

export type OrderTerms = {
  now: Date
  timeScale: number
  holdMs: number
  holdMaxMs: number
  /** The most that M-Pesa takes in one payment. */
  maxCents: number
  /**
   * The share of the remaining tickets, in percent, that one network address without earlier paid
   * orders may hold unpaid.
   */
  sharePercent: number
}

export type PricedLine = LineRow & { price_cents: number; amount_cents: number }

export type Placement = {
  verdict: 'placed'
  order: OrderRow
  code: string
  event_title: string
  lines: readonly PricedLine[]
  amount_cents: number
  since: Date
  replaced: OpenOrder | null
}

export type Judgement =
  | Placement
  | { verdict: 'exists'; order: OrderRow }
  | { verdict: 'refused'; order: OrderRow; error: AppError }

/** The stock that is left for the next order of the batch. */
type Stock = Pick<OrderFacts, 'types' | 'addressHolds'>

/**
 * Judges orders one after the other, each as if the orders before it had been placed. The orders
 * must have different ids, and no two may have the same phone and event.
 */
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
      const placement = placeOrder(order, facts, terms)
      const next = takeTickets(stock, placement)
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

type PhoneOfEvent = { phone: string; event_id: string }

/** Whether two orders are of the same phone and event, of which only one can be open. */
export const isSamePhone = (one: PhoneOfEvent, other: PhoneOfEvent): boolean =>
  one.phone === other.phone && one.event_id === other.event_id

/** The placement of an order, unless something other than the stock refuses it. */
function placeOrder(order: OrderRow, { events, types, open }: OrderFacts, terms: OrderTerms) {
  const event = events.find(({ id }) => id === order.event_id)
  if (!event || event.stop === 'draft') throw new EventError('event_not_found')
  const lines = priceLines(order, types)
  if (event.stop) throw saleStopped(event.stop)
  if (lines.some(({ type, quantity }) => quantity > type.max_per_order)) {
    throw new OrderError('too_many')
  }
  const amount_cents = sum(lines.map((line) => line.amount_cents))
  refuseAmount(order, lines, amount_cents, terms)
  const replaced = open.find((other) => isSamePhone(other, order)) ?? null
  if (replaced?.is_paying) throw paymentOpen(terms.timeScale)
  if (replaced && !isProven(replaced, order.proof)) {
    throw paymentOpen(terms.timeScale, replaced.held_ms)
  }
  const row = { code: newOrderCode(), event_title: event.title, amount_cents, since: terms.now }
  return {
    verdict: 'placed',
    order,
    ...row,
    lines: lines.map(({ type: _, ...line }) => line),
    replaced,
  } satisfies Placement
}

function priceLines({ event_id, lines }: OrderRow, types: readonly TicketStock[]) {
  return lines.map((line) => {
    const type = types.find(({ id }) => id === line.ticket_type_id)
    if (type?.event_id !== event_id || type.is_archived) throw new EventError('unknown_ticket_type')
    const amount_cents = lineAmountKes(type.price_cents, line.quantity) * 100
    return { ...line, type, price_cents: type.price_cents, amount_cents }
  })
}

type Lines = ReturnType<typeof priceLines>

/**
 * Refuses an order whose displayed amounts are not ours. Each line may be the exact product or what
 * is charged, in whole shillings; the total may be either sum, or the sum of the displayed lines.
 */
function refuseAmount(order: OrderRow, lines: Lines, amountCents: number, terms: OrderTerms): void {
  if (amountCents === 0) throw new OrderError('nothing_to_pay')
  const exact = lines.map(({ price_cents, quantity }) => price_cents * quantity)
  const shown = lines.map(({ shown_cents }, index) => shown_cents ?? exact[index]!)
  const isChanged =
    lines.some(({ amount_cents }, i) => ![exact[i], amount_cents].includes(shown[i])) ||
    ![sum(exact), sum(shown), amountCents].includes(order.shown_cents ?? amountCents)
  if (isChanged) throw new OrderError('amount_changed', { details: { amount: toKes(amountCents) } })
  if (amountCents > terms.maxCents) throw new OrderError('over_limit')
}

/**
 * The stock after the order: its tickets are taken, and the tickets of the order that it replaces
 * are given back.
 */
function takeTickets(stock: Stock, { order, lines, replaced }: Placement): Stock {
  const moves = [
    ...lines.map((line) => ({ ...line, address: order.client_network })),
    ...(replaced?.lines ?? []).map(({ ticket_type_id, quantity }) => ({
      ticket_type_id,
      quantity: -quantity,
      address: replaced?.client_network,
    })),
  ]
  const moved = (typeId: string, of = moves) =>
    sum(of.filter((move) => move.ticket_type_id === typeId).map(({ quantity }) => quantity))
  return {
    types: stock.types.map((type) =>
      moves.some(({ ticket_type_id }) => ticket_type_id === type.id)
        ? { ...type, held: type.held + moved(type.id) }
        : type,
    ),
    addressHolds: stock.addressHolds.map((hold) => {
      const own = moves.filter(({ address }) => address === hold.address)
      return own.length > 0 ? { ...hold, held: hold.held + moved(hold.ticket_type_id, own) } : hold
    }),
  }
}

/**
 * Refuses the order if fewer tickets are left than it asks for. `stock` is what would be left
 * after the order, so a negative number means too few.
 */
function refuseWithoutStock(stock: Stock, { order, lines }: Placement, terms: OrderTerms): void {
  const types = stock.types.filter(({ id }) => lines.some((line) => line.ticket_type_id === id))
  if (types.some((type) => type.is_closed || countAvailable(type) < 0)) {
    throw new OrderError('sold_out')
  }
  for (const type of types) {
    const hold = stock.addressHolds.find(
      ({ address, ticket_type_id }) =>
        address === order.client_network && ticket_type_id === type.id,
    )
    if (!hold || !exceedsShare(type, hold, terms.sharePercent)) continue
    // If the address had no hold before, an order of this batch holds the tickets.
    const until = hold.held_until ?? new Date(terms.now.getTime() + terms.holdMs)
    throw tooManyUnpaid(until, terms.now)
  }
}

/** The addresses and types whose share could be exceeded once all orders are placed. */
export function crowdedBy(
  orders: readonly OrderRow[],
  types: readonly TicketStock[],
  { sharePercent }: OrderTerms,
): AddressOfType[] {
  const all = orders.flatMap((order) => order.lines)
  const crowded = types.filter((type) => {
    const wanted = all.filter(({ ticket_type_id }) => ticket_type_id === type.id)
    const held = type.held + sum(wanted.map(({ quantity }) => quantity))
    return isCrowded({ ...type, held }, sharePercent)
  })
  return orders.flatMap(({ client_network: address, event_id, lines }) =>
    lines.flatMap(({ ticket_type_id }) => {
      const isOf = ({ id }: TicketStock) => id === ticket_type_id
      return address && crowded.some(isOf) ? { address, event_id, ticket_type_id } : []
    }),
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
