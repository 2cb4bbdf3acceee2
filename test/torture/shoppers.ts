import { expect } from 'vitest'
import { linesFor, quantitiesOf, totalKes } from '../../src/checkout/choice.rules.ts'
import { pricesAt } from '../../src/checkout/sale-prices.rules.ts'
import type { EventReply } from '../../src/events/events.contract.ts'
import { newPhone, orderFor } from '../build.ts'
import { askShop, buyer, type Order, phones, type ShopReply, untilAnswered } from './clients.ts'
import { buyByUssd, dialler, getByUssd } from './dialling.ts'
import { buyAtDoor } from './door.ts'
import type { Draw } from './draw.ts'
import {
  type Bought,
  boughtIn,
  follow,
  type Market,
  noteTickets,
  type OnSale,
  REFUSALS,
  watch,
} from './market.ts'
import { ACCESS, CHOSEN_KES, CODE, GIFT, SELLER } from './prices.ts'
import { endFree, readCode } from './returns.ts'

type Shopper = { market: Market; draw: Draw; phones: string[] }

const PHONES_EACH = 5
/** Makes a shopper with several phones. `draw` decides everything that the shopper does. */
export function makeShopper(market: Market, draw: Draw): Shopper {
  return { market, draw, phones: Array.from({ length: PHONES_EACH }, newPhone) }
}

const WAYS = [
  ...(['web', 'web', 'web', 'web', 'hand', 'both', 'astray', 'ussd', 'ussd'] as const),
  ...(['ussd for few', 'free', 'free', 'free', 'uninvited', 'door', 'door', 'door'] as const),
]

/** Makes one purchase in a random way. Returns the paid order with its tickets, or null. */
export async function goShopping(shopper: Shopper): Promise<Bought | null> {
  const { draw, market } = shopper
  const event = draw.pick(market.events)
  const way = draw.pick(WAYS)
  switch (way) {
    case 'ussd':
      await callUssd(shopper, event)
      return null
    case 'ussd for few':
      await callForFew(shopper, event)
      return null
    case 'door':
      await buyAtDoor(shopper)
      return null
    case 'free': {
      // A free order has no money that can be refunded.
      const order = await takeFree(shopper, event)
      if (order) await goInOrEnd(shopper, order)
      return null
    }
    case 'uninvited':
      await orderHidden(shopper, event)
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

/** Dials for free tickets, or for hidden tickets by the digits of their code. */
async function callForFew({ market, draw }: Shopper, event: OnSale): Promise<void> {
  const phone = newPhone()
  await phones(market.shop).set(phone, { auto: 'pay', delay_ms: 0, balance_kes: 1_000_000 })
  const code = event.dialCode
  const hidden = { code, type: ACCESS.type, digits: ACCESS.digits, quantity: 1 }
  const free = { code, type: 'Community', quantity: draw.between(1, 2) }
  await getByUssd(dialler(market.shop, phone), draw.pick([hidden, free]))
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
  const open = draw.chance(0.4)
    ? [quantity, draw.between(0, 2), draw.between(0, 1), draw.between(0, 1)]
    : [quantity]
  const hidden = [draw.between(0, 1), 0, 0, 0, 0, draw.between(1, 2)]
  const code = draw.pick([CODE.code, CODE.code, null, null, ACCESS.code])
  const wish = code === ACCESS.code ? hidden : open
  const order = await orderAsShown(market, event, wish, {
    phoneNumber: phone,
    ...(code && { promo_code: code }),
    ...(draw.chance(0.3) && { seller: SELLER.number, utm: { source: 'whatsapp' } }),
  })
  if (!(await place(shopper, order))) return null
  // Clicks the button a second time, while the first request may still be in progress.
  if (draw.chance(0.1)) await place(shopper, order)
  const reply = await follow(market, order)
  if (!canTryAgain(reply) || draw.chance(0.3)) return boughtIn(reply)
  // The second prompt goes to the same phone or to a friend's phone. If the first prompt turns out
  // to be paid, both phones pay.
  const payer = draw.chance(0.5) ? phone : draw.pick(shopper.phones)
  await phones(market.shop).set(payer, { auto: 'pay', delay_ms: 0, balance_kes: 1_000_000 })
  const again = await untilAnswered('the second prompt is answered', () =>
    buyer(market.shop).tryAgain(order.orderId, payer),
  )
  expect([202, 409], JSON.stringify(again.body)).toContain(again.status)
  return boughtIn(await follow(market, order))
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
  // M-Pesa or the shop may refuse the payment. Then no money is taken.
  await phones(market.shop).payByHand({ msisdn, account, amount })
  return boughtIn(await follow(market, order))
}

/**
 * Takes free tickets, or tickets that a code makes free, with the code from the SMS. Returns null
 * if no tickets were shown, such as when the SMS is lost.
 */
async function takeFree(
  shopper: Shopper,
  event: OnSale,
): Promise<(Bought & { phone: string }) | null> {
  const { draw, market } = shopper
  const phone = newPhone()
  const quantity = draw.between(1, 2)
  const given = { phoneNumber: phone, payBy: 'free', amount: 0 } as const
  const order = draw.chance(0.3)
    ? orderFor(event, [quantity], { ...given, promo_code: GIFT.code })
    : orderFor(event, [0, 0, 0, 0, quantity], given)
  for (const ticket of order.tickets) ticket.amount = 0
  const first = await buyer(market.shop).placeUntilAnswered(order)
  if (first.status !== 202) {
    expect(first.body.code).toMatch(REFUSALS)
    return null
  }
  const proof = await readCode(market.shop, phone, /\b\d{6}\b/)
  if (proof === null) return null
  const proven = { ...order, proof }
  if (!(await place(shopper, proven))) return null
  if (draw.chance(0.3)) await place(shopper, proven)
  const bought = boughtIn(await watch(market, proven))
  return bought && { ...bought, phone }
}

/** Ends the order. Its tickets are shown at the gate at the same time, or afterwards. */
async function goInOrEnd(
  { market, draw }: Shopper,
  order: Bought & { phone: string },
): Promise<void> {
  const isAtGate = draw.chance(0.3)
  if (isAtGate) noteTickets(market, order)
  await endFree({ market, draw }, order)
  if (!isAtGate) noteTickets(market, order)
}

/** Orders hidden tickets without their code, which the shop must refuse. */
async function orderHidden({ market }: Shopper, event: OnSale): Promise<void> {
  const order = orderFor(event, [0, 0, 0, 0, 0, 1])
  const { body } = await buyer(market.shop).placeUntilAnswered(order)
  expect(body.code).toBe('unknown_ticket_type')
}

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

function canTryAgain({ body }: ShopReply): boolean {
  return 'can_retry' in body && body.can_retry
}
