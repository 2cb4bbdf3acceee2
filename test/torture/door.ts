import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { newPhone } from '../build.ts'
import { askShop, phones, type ShopReply, untilAnswered } from './clients.ts'
import type { Draw } from './draw.ts'
import { follow, type Market, REFUSALS } from './market.ts'
import { ACCESS, CHOSEN_KES, CODE, GIFT, typesOnSale } from './prices.ts'
import type { Shop } from './processes.ts'

type Headers = Record<string, string>

/** Pairs a gate phone of the shop's event that sells without limits. Returns its headers. */
export async function openDoor(shop: Shop, organizer: { headers: Headers }): Promise<Headers> {
  const most = 1_000_000
  const limits = { event_id: shop.event.id, cash_per_minute: most, cash_per_hour: most }
  await shop.db.insertInto('entry_rule').values(limits).execute()
  const made = await askShop<{ code: string }>(shop, {
    ...{ method: 'POST', path: '/api/gate_phones', headers: organizer.headers },
    body: { name: 'North', event_id: shop.event.id, may_sell: true },
  })
  const paired = await askShop<{ token: string }>(shop, {
    ...{ method: 'POST', path: '/api/gate/pair', headers: {} },
    body: { code: made.body.code },
  })
  return { authorization: `Bearer ${paired.body.token}` }
}

const SALES = [
  { type: 'Standard', promo_code: CODE.code },
  { type: 'Standard', promo_code: GIFT.code },
  { type: 'Community' },
  { type: ACCESS.type },
  { type: 'Harambee', price: CHOSEN_KES },
]

const TYPES = typesOnSale(0)
const indexOf = (type: string) => TYPES.findIndex(({ name }) => name === type)

/**
 * Buys at the door for cash, by M-Pesa or for free. The steward first sends a wrong sum or none,
 * and reads the right sum from the refusal.
 */
export async function buyAtDoor({ market, draw }: { market: Market; draw: Draw }): Promise<void> {
  const { shop, door, told, atDoor } = market
  const { type, ...priced } = draw.pick(SALES)
  const phone = newPhone()
  await phones(shop).set(phone, { auto: 'pay', delay_ms: 0, balance_kes: 1_000_000 })
  const sale = {
    ...{ ...priced, ticket_type_id: shop.event.types[indexOf(type)]!.id },
    ...{ quantity: draw.between(1, 2), phone, nonce: randomUUID(), admit: draw.chance(0.5) },
  }
  const sell = (body: object) =>
    untilAnswered('the sale is answered', () =>
      askShop<ShopReply['body'] & { amount?: number }>(shop, {
        ...{ method: 'POST', path: '/api/gate/sales', headers: door, body },
      }),
    )
  const asked = await sell({ ...sale, method: 'cash', ...(!sale.promo_code && { amount: 1 }) })
  expect(asked.status, JSON.stringify(asked.body)).toBe(409)
  const { amount } = asked.body
  if (amount === undefined) {
    expect(asked.body.code).toMatch(REFUSALS)
    return
  }
  const method = amount === 0 ? 'free' : draw.pick(['cash', 'cash', 'mpesa'])
  atDoor.push(sale.nonce)
  const sold = await sell({ ...sale, method, amount })
  if (sold.status === 409) {
    expect(sold.body.code).toMatch(REFUSALS)
    return
  }
  expect([200, 202], JSON.stringify(sold.body)).toContain(sold.status)
  told.orders.push({ orderId: sale.nonce })
  if (draw.chance(0.3)) await sell({ ...sale, method, amount })
  await follow(market, { orderId: sale.nonce })
}
