import { expect } from 'vitest'
import { linesFor, quantitiesOf, totalKes } from '../../src/checkout/choice.rules.ts'
import { pricesAt } from '../../src/checkout/sale-prices.rules.ts'
import type { EventReply } from '../../src/events/events.contract.ts'
import { type BuiltEvent, newPhone, orderFor } from '../build.ts'
import { askShop, buyer, type Order, phones, type ShopReply, untilAnswered } from './clients.ts'
import { buyByUssd, dialler } from './dialling.ts'
import type { Draw } from './draw.ts'
import type { Facts } from './facts.ts'
import { CODE, SELLER } from './prices.ts'
import type { Shop } from './processes.ts'
import { groupBy } from './rows.ts'
import { waitFor } from './wait-for.ts'

/** Orders and tickets that the shop has confirmed to buyers. The shop must never lose them. */
export type ConfirmedFacts = { orders: Order[]; tickets: string[] }

/** An event on sale with its dial code, as shoppers know it. */
export type OnSale = BuiltEvent & { dialCode: string }

export type Market = {
  shop: Shop
  /** The events that shoppers choose from. A cancelled event is removed. */
  events: OnSale[]
  told: ConfirmedFacts
}

type Shopper = { market: Market; draw: Draw; phones: string[] }

const PHONES_EACH = 5
const PATIENCE_MS = 10_000
/** The codes with which the shop may refuse an order of a shopper. */
const REFUSALS =
  /^(sold_out|all_taken|few_left|payment_open|sales_closed|amount_changed|code_used_up|phone_limit|too_many_by_paybill|too_many_unproven)$/

/** Makes a shopper with several phones. `draw` decides everything that the shopper does. */
export function makeShopper(market: Market, draw: Draw): Shopper {
  return { market, draw, phones: Array.from({ length: PHONES_EACH }, newPhone) }
}

const WAYS = ['web', 'web', 'web', 'hand', 'both', 'astray', 'ussd', 'ussd', 'free'] as const

/** Makes one purchase in a random way. Returns the reply of a paid order, and null otherwise. */
export async function goShopping(shopper: Shopper): Promise<Bought | null> {
  const { draw, market } = shopper
  const event = draw.pick(market.events)
  const way = draw.pick(WAYS)
  if (way === 'ussd') {
    await callUssd(shopper, event)
    return null
  }
  if (way === 'free') {
    // Nothing of a free order can be refunded.
    await takeFree(shopper, event)
    return null
  }
  return way === 'web' ? await buyByPrompt(shopper, event) : await buyByHand(shopper, event, way)
}

const MANNERS = ['pay', 'pay', 'pay', 'pay', 'pay', 'pay', 'cancel', 'no funds', 'ignore']

async function callUssd({ market, draw }: Shopper, event: OnSale): Promise<void> {
  const msisdn = newPhone()
  const auto = draw.pick(['pay', 'pay', 'pay', 'pay', 'cancel', 'ignore'])
  await phones(market.shop).set(msisdn, { auto, delay_ms: draw.between(0, 200) })
  const type = draw.pick(['Standard', 'VIP'])
  const wish = { code: event.dialCode, type, quantity: draw.between(1, 3) }
  await buyByUssd(dialler(market.shop, msisdn), wish, draw)
}

/** Buys by a prompt, and perhaps tries again if the payment failed. */
async function buyByPrompt(shopper: Shopper, event: OnSale): Promise<Bought | null> {
  const { draw, market } = shopper
  const phone = draw.pick(shopper.phones)
  const manner = draw.pick(MANNERS)
  await phones(market.shop).set(phone, {
    auto: manner === 'no funds' ? 'pay' : manner,
    delay_ms: draw.between(0, 200),
    balance_kes: manner === 'no funds' ? 0 : 1_000_000,
  })
  const quantity = draw.between(1, 3)
  const wish = draw.chance(0.4)
    ? [quantity, draw.between(0, 2), draw.between(0, 1), draw.between(0, 1)]
    : [quantity]
  const order = await orderAsShown(market, event, wish, {
    phoneNumber: phone,
    ...(draw.chance(0.5) && { promo_code: CODE.code }),
    ...(draw.chance(0.3) && { seller: SELLER.number, utm: { source: 'whatsapp' } }),
  })
  if (!(await place(shopper, order))) return null
  // A second click on the button, while the first request may still be in progress.
  if (draw.chance(0.1)) await place(shopper, order)
  const reply = await follow(shopper, order)
  if (!canTryAgain(reply) || draw.chance(0.3)) return boughtIn(reply)
  // The second prompt goes to the same phone or to a friend's phone. If the first prompt turns out
  // to be paid, both phones pay.
  const payer = draw.chance(0.5) ? phone : draw.pick(shopper.phones)
  await phones(market.shop).set(payer, { auto: 'pay', delay_ms: 0, balance_kes: 1_000_000 })
  const again = await untilAnswered('the second prompt is answered', () =>
    buyer(market.shop).tryAgain(order.orderId, payer),
  )
  expect([202, 409], JSON.stringify(again.body)).toContain(again.status)
  return boughtIn(await follow(shopper, order))
}

/**
 * Places an order and pays by paybill. With `hand` the order has no prompt; otherwise its prompt is
 * paid as well. With `astray` the account is a code that belongs to no order; otherwise the account
 * is the order's code, as people may type it.
 */
async function buyByHand(
  shopper: Shopper,
  event: OnSale,
  way: 'hand' | 'both' | 'astray',
): Promise<Bought | null> {
  const { draw, market } = shopper
  const msisdn = newPhone()
  await phones(market.shop).set(msisdn, { auto: 'pay', balance_kes: 1_000_000 })
  const order = await orderAsShown(market, event, [2, 1], {
    phoneNumber: msisdn,
    ...(way === 'hand' && { payBy: 'paybill' }),
  })
  const placed = await place(shopper, order)
  const paybill = placed && 'paybill' in placed.body && placed.body.paybill
  if (!placed || !paybill) return null
  const { account: code, amount } = paybill
  const typed = draw.pick([code, code.toLowerCase(), `${code.slice(0, 4)} ${code.slice(4)}`])
  const account = way === 'astray' ? `DERBY ${draw.between(1, 99)}` : typed
  // M-Pesa or the shop may refuse the payment. No money is taken then.
  await phones(market.shop).payByHand({ msisdn, account, amount })
  return boughtIn(await follow(shopper, order))
}

const CODE_MS = 3_000

/** Takes free tickets with the code from the SMS, unless the SMS is lost. */
async function takeFree(shopper: Shopper, event: OnSale): Promise<void> {
  const { draw, market } = shopper
  const phoneNumber = newPhone()
  const quantities = [0, 0, 0, 0, draw.between(1, 2)]
  const order = orderFor(event, quantities, { phoneNumber, payBy: 'free' })
  const first = await buyer(market.shop).placeUntilAnswered(order)
  if (first.status !== 202) {
    expect(first.body.code).toMatch(REFUSALS)
    return
  }
  const proof = await readProof(market.shop, phoneNumber)
  if (proof === null) return
  const proven = { ...order, proof }
  if (!(await place(shopper, proven))) return
  if (draw.chance(0.3)) await place(shopper, proven)
  await follow(shopper, proven)
}

/** Returns null if no SMS with a code arrives. */
async function readProof(shop: Shop, phone: string): Promise<string | null> {
  const look = async () => {
    const { messages } = await phones(shop).read(phone)
    return messages.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean)
  }
  return await waitFor('the code arrives', look, CODE_MS).catch(() => null)
}

/** The price that every buyer chooses, in shillings. */
const CHOSEN_KES = 137

/** The order with the amounts that the event's page shows at this moment. */
async function orderAsShown(
  { shop }: Market,
  event: OnSale,
  quantities: number[],
  changes: Partial<Order>,
): Promise<Order> {
  const path = `/api/events/${event.id}${changes.promo_code ? `?code=${changes.promo_code}` : ''}`
  const { body } = await untilAnswered('the page is read', () =>
    askShop<EventReply>(shop, { method: 'GET', path, headers: {} }),
  )
  const order = orderFor(event, quantities, changes)
  const chosen = body.ticket_types.flatMap(({ id, lowest }) => (lowest === undefined ? [] : [id]))
  const types = body.ticket_types.map((type) =>
    chosen.includes(type.id) ? { ...type, price: CHOSEN_KES } : type,
  )
  const lines = linesFor(types, quantitiesOf(order.tickets), null, pricesAt(Date.now()))
  const tickets = lines.map(({ ticketTypeId, quantity, amountKes: amount }) => {
    const price = chosen.includes(ticketTypeId) && { price: CHOSEN_KES }
    return { ticketTypeId, quantity, amount, ...price }
  })
  return { ...order, amount: totalKes(lines), tickets }
}

/**
 * Places an order, and repeats the request until a response arrives. Returns null if the shop
 * refuses the order.
 */
async function place({ market }: Shopper, order: Order): Promise<ShopReply | null> {
  const reply = await buyer(market.shop).placeUntilAnswered(order)
  if (reply.status === 409 || reply.status === 429) {
    expect('code' in reply.body && reply.body.code).toMatch(REFUSALS)
    return null
  }
  // The status is 200 if the prompt ended before the response was written.
  expect([200, 202], JSON.stringify(reply.body)).toContain(reply.status)
  market.told.orders.push(order)
  return reply
}

/** Watches the order until it is settled, or until the buyer gives up. Notes the tickets shown. */
async function follow({ market }: Shopper, { orderId }: Order): Promise<ShopReply> {
  const end = Date.now() + PATIENCE_MS
  const read = () => untilAnswered('the order is read', () => buyer(market.shop).read(orderId, 1))
  let reply = await read()
  while (reply.status === 202 && Date.now() < end) reply = await read()
  market.told.tickets.push(...(boughtIn(reply)?.tickets ?? []).map((ticket) => ticket.number))
  return reply
}

function canTryAgain({ body }: ShopReply): boolean {
  return 'can_retry' in body && body.can_retry
}

/** A paid order with its tickets. */
export type Bought = { orderId: string; tickets: { number: string; people: number }[] }

function boughtIn({ body }: ShopReply): Bought | null {
  if (!('status' in body) || body.status !== '0') return null
  const tickets = body.transaction!.tickets!.map(({ ticket_number: number, quantity: people }) => {
    return { number, people }
  })
  return { orderId: body.order_id, tickets }
}

/** Checks that every acknowledged order and every shown ticket exists, and each order's seller. */
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
 * Checks that each order was placed by a browser or by a USSD session of its phone. A session
 * places at most one order, however often its turns are repeated.
 */
export function checkOrigins(told: ConfirmedFacts, { orders, sessions }: Facts): string[] {
  const onWeb = new Set(told.orders.map((order) => order.orderId))
  const others = groupBy(
    orders.filter(({ id }) => !onWeb.has(id)),
    ({ phone }) => phone ?? 'none',
  )
  return [...others].flatMap(([phone, { length }]) => {
    const dialled = sessions.filter((session) => session.phone === phone).length
    return length <= dialled ? [] : [`${phone} dialled ${dialled} times and has ${length} orders`]
  })
}
