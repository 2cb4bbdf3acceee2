import type { BuiltEvent } from '../build.ts'
import { buyer, type Order, type ShopReply, untilAnswered } from './clients.ts'
import type { Facts } from './facts.ts'
import type { Shop } from './processes.ts'
import type { EndedFree } from './returns.ts'
import { groupBy } from './rows.ts'

/** Orders and tickets that the shop has confirmed to buyers. The shop must never lose them. */
export type ConfirmedFacts = {
  orders: Pick<Order, 'orderId' | 'seller'>[]
  tickets: string[]
}

/** An event on sale with its dial code, as shoppers know it. */
export type OnSale = BuiltEvent & { dialCode: string }

export type Market = {
  shop: Shop
  /** The events that shoppers choose from. A cancelled event is removed. */
  events: OnSale[]
  told: ConfirmedFacts
  /** Ids of the orders that stewards tried to sell. */
  atDoor: string[]
  ended: EndedFree
  organizer: { headers: Record<string, string> }
  /** Headers of a gate phone that sells. */
  door: Record<string, string>
}

/** The codes with which the shop may refuse an order of a shopper. */
export const REFUSALS =
  /^(sold_out|all_taken|few_left|payment_open|sales_closed|amount_changed|code_used_up|phone_limit|too_many_by_paybill|too_many_unproven)$/

const PATIENCE_MS = 10_000

/** Watches the order until it is settled, or until the buyer gives up. */
export async function watch(
  { shop }: Market,
  { orderId }: Pick<Order, 'orderId'>,
): Promise<ShopReply> {
  const end = Date.now() + PATIENCE_MS
  const read = () => untilAnswered('the order is read', () => buyer(shop).read(orderId, 1))
  let reply = await read()
  while (reply.status === 202 && Date.now() < end) reply = await read()
  return reply
}

/** Watches the order, and notes the shown tickets, so that stewards check them in. */
export async function follow(market: Market, order: Pick<Order, 'orderId'>): Promise<ShopReply> {
  const reply = await watch(market, order)
  noteTickets(market, boughtIn(reply))
  return reply
}

export function noteTickets({ told }: Market, bought: Bought | null): void {
  told.tickets.push(...(bought?.tickets ?? []).map((ticket) => ticket.number))
}

/** A paid order with its tickets. */
export type Bought = { orderId: string; tickets: { number: string; people: number }[] }

export function boughtIn({ body }: ShopReply): Bought | null {
  if (!('status' in body) || body.status !== '0') return null
  const tickets = body.transaction!.tickets!.map(({ ticket_number: number, quantity: people }) => {
    return { number, people }
  })
  return { orderId: body.order_id, tickets }
}

/** Checks that every acknowledged order exists with its seller, and every shown ticket exists. */
export function checkConfirmed(
  told: ConfirmedFacts,
  { orders, tickets, sources }: Facts,
): string[] {
  const ids = new Set(orders.map((order) => order.id))
  const sold = new Set(sources.filter((one) => one.seller_id !== null).map((one) => one.order_id))
  const numbers = new Set(tickets.map((ticket) => ticket.number))
  return [
    ...told.orders.filter((order) => !ids.has(order.orderId)).map(() => 'a lost order'),
    ...told.orders
      .filter(({ seller, orderId }) => sold.has(orderId) !== (seller !== undefined))
      .map(({ orderId }) => `the order ${orderId} has another seller`),
    ...told.tickets.filter((number) => !numbers.has(number)).map((number) => `lost: ${number}`),
  ]
}

/**
 * Checks that each order was placed by a browser, a steward or a USSD session of its phone. A session
 * places at most one order, however often its turns are repeated.
 */
export function checkOrigins(
  { told, atDoor }: Pick<Market, 'told' | 'atDoor'>,
  { orders, sessions }: Facts,
): string[] {
  const known = new Set([...told.orders.map((order) => order.orderId), ...atDoor])
  const others = groupBy(
    orders.filter(({ id }) => !known.has(id)),
    ({ phone }) => phone ?? 'none',
  )
  return [...others].flatMap(([phone, { length }]) => {
    const dialled = sessions.filter((session) => session.phone === phone).length
    return length <= dialled ? [] : [`${phone} dialled ${dialled} times and has ${length} orders`]
  })
}
