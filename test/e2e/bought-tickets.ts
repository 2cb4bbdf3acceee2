import { expect } from 'vitest'
import type { SettledOrder } from '../../src/checkout/checkout.contract.ts'
import { localPhone } from '../../src/platform/values/phone.rules.ts'
import { type BuiltEvent, buildEvent, newPhone, orderFor } from '../build.ts'
import type { Shop } from './shop.ts'
import { readCode } from './sms.ts'

export type Bought = {
  orderId: string
  reference: string
  phone: string
  tickets: SettledOrder['transaction']['tickets']
}

/** Inserts an event with two ticket types, each with its own gate. */
export function buildDerby(shop: Shop): Promise<BuiltEvent> {
  return buildEvent(shop.db, {
    title: 'Derby Day',
    types: [
      { name: 'Terrace', price: 300, capacity: 500, gates: ['Gate A'] },
      { name: 'Stand', price: 1000, capacity: 500, gates: ['VIP Gate'] },
    ],
  })
}

/** Buys through the API, with a phone that pays immediately. */
export async function buyTickets(
  shop: Shop,
  event: BuiltEvent,
  quantities: number[],
): Promise<Bought> {
  const phone = newPhone()
  await shop.sandbox.set(phone, { auto: 'pay' })
  const answer = await fetch(`${shop.origin}/api/functions/mpesa`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(orderFor(event, quantities, { phoneNumber: phone })),
  })
  const order = (await answer.json()) as SettledOrder
  expect(order).toMatchObject({ status: '0', rrn: expect.stringMatching(/^[A-Z0-9]{10}$/) })
  return {
    orderId: order.order_id,
    reference: order.rrn,
    phone,
    tickets: order.transaction.tickets,
  }
}

/** Gets free tickets through the API, with the code from the SMS. */
export async function takeFree(shop: Shop, event: BuiltEvent, quantity: number) {
  const phone = newPhone()
  const order = { ...orderFor(event, [quantity], { phoneNumber: phone }), payBy: 'free' }
  const post = async (body: object) => {
    const answer = await fetch(`${shop.origin}/api/functions/mpesa`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return await answer.json()
  }
  expect(await post(order)).toMatchObject({ status: 'code' })
  const proof = await readCode(shop, phone, /^\d{6} /)
  const bought: SettledOrder = await post({ ...order, proof })
  expect(bought).toMatchObject({ status: '0', rrn: '' })
  const { ticket_number: number } = bought.transaction.tickets[0]!
  return { phone, orderId: order.orderId, number }
}

/** The label of the button of a refund link: 'Refund KES 300 to 07•• ••• 678'. */
export const claimTo = (kes: string, phone: string) =>
  `Refund ${kes} to 0${phone.slice(-9, -8)}•• ••• ${phone.slice(-3)}`

/** The label of the office's button that refunds: 'Refund KES 300 to 0712 345 678'. */
export const refundTo = (kes: string, phone: string) => `Refund ${kes} to ${localPhone(phone)}`
