import { expect } from 'vitest'
import { newPhone, orderFor } from '../build.ts'
import { buyer, type Order, phones, untilAnswered } from './clients.ts'
import { type Draw, makeDraw } from './draw.ts'
import type { Facts } from './facts.ts'
import type { Shop } from './processes.ts'
import { waitFor } from './wait-for.ts'

/** Orders and tickets that the shop has confirmed to buyers. The shop must never lose them. */
export type ConfirmedFacts = { orders: Order[]; tickets: string[] }

export type Crowd = { told: ConfirmedFacts; stop(): Promise<void> }

/**
 * Starts buyers who place one order after another, each order with a new phone that pays once.
 * Buyers repeat a request with the same id until the shop responds.
 */
export function startCrowd(shop: Shop, size: number, seed: number): Crowd {
  const told: ConfirmedFacts = { orders: [], tickets: [] }
  let stopped = false
  const work = Array.from({ length: size }, async (_, index) => {
    const draw = makeDraw(seed + index)
    while (!stopped) await buyOnce(shop, draw, told)
  })
  // `stop` reports a buyer's error. Until then the error must not end the process.
  for (const one of work) one.catch(() => {})
  return {
    told,
    stop: async () => {
      stopped = true
      await Promise.all(work)
    },
  }
}

async function buyOnce(shop: Shop, draw: Draw, told: ConfirmedFacts): Promise<void> {
  const order = orderFor(shop.event, [draw.between(1, 3)], { phoneNumber: newPhone() })
  const settings = { auto: 'pay', delay_ms: draw.between(0, 200) }
  await phones(shop).set(order.phoneNumber, settings)
  const placed = await buyer(shop).placeUntilAnswered(order)
  expect([200, 202], JSON.stringify(placed.body)).toContain(placed.status)
  told.orders.push(order)
  const settled = await waitFor(`the order ${order.orderId} is settled`, async () => {
    const { status, body } = await untilAnswered('the shop answers', () =>
      buyer(shop).read(order.orderId, 2),
    )
    expect([200, 202], JSON.stringify(body)).toContain(status)
    return status === 200 ? body : null
  })
  if (settled.status === '0') {
    told.tickets.push(...settled.transaction!.tickets!.map((ticket) => ticket.ticket_number))
  }
}

/** Checks that every acknowledged order and every shown ticket exists. */
export function checkConfirmed(told: ConfirmedFacts, { orders, tickets }: Facts): string[] {
  const ids = new Set(orders.map((order) => order.id))
  const numbers = new Set(tickets.map((ticket) => ticket.number))
  return [
    ...told.orders.filter((order) => !ids.has(order.orderId)).map(() => 'a lost order'),
    ...told.tickets.filter((number) => !numbers.has(number)).map((number) => `lost: ${number}`),
  ]
}

/** Checks that no order was paid twice, and that every paid order has tickets. */
export function checkCrowd({ ledger, orders }: Facts): string[] {
  const paid = ledger.map((row) => row.account_reference)
  const issued = orders.filter((order) => order.state === 'issued').map((order) => order.code)
  const twice = paid.length - new Set(paid).size
  const without = paid.filter((code) => !issued.includes(code))
  return [
    ...(twice > 0 ? [`${twice} orders were paid twice`] : []),
    ...without.map((code) => `order ${code} was paid and has no tickets`),
  ]
}
