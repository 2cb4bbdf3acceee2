import { describe, expect, test } from 'vitest'
import {
  type BuiltEvent,
  buildCode,
  buildEvent,
  buildSeller,
  newPhone,
  orderOf,
} from '../../../test/build.ts'
import { readLimit } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { foldCode, type WantedCode } from '../../events/codes/code.rules.ts'
import type { NewOrder } from '../new-order.rules.ts'
import { placeOrder } from './place-order.ts'

const stage = keepStage()

const place = (event: BuiltEvent, quantities: number[], changes: Partial<NewOrder> = {}) =>
  placeOrder(stage.deps, orderOf(event, quantities, changes))

const refusal = (placing: Promise<unknown>) =>
  placing.then(
    () => 'placed',
    (error) => error.code as string,
  )

const byCode = ({ code }: { code: string }): { promoCode: WantedCode } => ({
  promoCode: { fold: foldCode(code)! },
})

async function readLines(orderId: string) {
  return await stage.db
    .selectFrom('order_line')
    .select(['price_cents', 'amount_cents', 'quantity'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
}

describe('a promo code', () => {
  test.each([
    ['percent', 15, 849_00],
    ['amount', 250, 749_00],
    ['price', 600, 600_00],
    ['amount', 5000, 0],
  ] as const)('of %s %d lowers a price of 999 shillings', async (kind, value, cents) => {
    const event = await buildEvent(stage.db, { types: [{ price: 999 }, { price: 50 }] })
    const code = await buildCode(stage.db, event, { kind, value, typeIds: [event.types[0]!.id] })
    const { orderId } = await place(event, [2, 1], byCode(code))
    expect(await readLines(orderId)).toEqual([
      { price_cents: cents, amount_cents: 2 * cents, quantity: 2 },
      { price_cents: 50_00, amount_cents: 50_00, quantity: 1 },
    ])
    expect(await readLimit(stage, code)).toEqual({ held: 2, sold: 0 })
  })

  test('counts no line that a step sells for less', async () => {
    const steps = [{ price: 500, quantity: 1 }]
    const event = await buildEvent(stage.db, { types: [{ price: 1000, steps }] })
    const code = await buildCode(stage.db, event, { kind: 'price', value: 700 })
    const one = await place(event, [1], byCode(code))
    expect((await readLines(one.orderId))[0]).toMatchObject({ price_cents: 500_00 })
    expect(await readLimit(stage, code)).toEqual({ held: 0, sold: 0 })
    const two = await place(event, [2], byCode(code))
    expect((await readLines(two.orderId))[0]).toMatchObject({ price_cents: 700_00 })
    expect(await readLimit(stage, code)).toEqual({ held: 2, sold: 0 })
  })

  test('is refused with what is left, also of one phone', async () => {
    const event = await buildEvent(stage.db)
    const phone = newPhone()
    const limits = { maxTickets: 3, maxPerPhone: 2 }
    const code = await buildCode(stage.db, event, { kind: 'percent', value: 50, ...limits })
    const order = { ...byCode(code), phone, provenPhone: phone }
    await expect(place(event, [4], byCode(code))).rejects.toMatchObject({
      code: 'code_used_up',
      details: { field: 'promo_code', left: 3 },
    })
    await expect(place(event, [3], order)).rejects.toMatchObject({ details: { left: 2, most: 2 } })
    await place(event, [2], order)
    // Replaces the order of two tickets.
    await place(event, [1], order)
    expect(await readLimit(stage, code)).toEqual({ held: 1, sold: 0 })
    await place(event, [2], byCode(code))
    expect(await refusal(place(event, [1], byCode(code)))).toBe('code_used_up')
  })

  test('that is unknown, ended, not yet open or of another event is refused in the same way', async () => {
    const event = await buildEvent(stage.db)
    const other = await buildEvent(stage.db)
    const foreign = await buildCode(stage.db, other, { kind: 'price', value: 1 })
    const past = await buildCode(stage.db, event, {
      ...{ kind: 'price', value: 1, endsAt: new Date(Date.now() - 1000) },
    })
    const future = await buildCode(stage.db, event, {
      ...{ kind: 'price', value: 1, startsAt: new Date(Date.now() + 60_000) },
    })
    for (const code of [foreign, past, future, { code: 'N0SUCH' }]) {
      expect(await refusal(place(event, [1], byCode(code)))).toBe('unknown_code')
    }
    expect(await refusal(place(event, [1], { promoCode: { digits: foreign.digits } }))).toBe(
      'unknown_code',
    )
  })

  test('that fits no line is refused', async () => {
    const event = await buildEvent(stage.db, { types: [{}, {}] })
    const typeIds = [event.types[1]!.id]
    const code = await buildCode(stage.db, event, { kind: 'percent', value: 10, typeIds })
    expect(await refusal(place(event, [1], byCode(code)))).toBe('code_not_for_these')
  })
})

describe('a hidden ticket type', () => {
  test('is sold with a code that names it, and at the door if its organizer says so', async () => {
    const types = [{ isHidden: true }, { isHidden: true, soldAtDoor: true }, { soldAtDoor: false }]
    const event = await buildEvent(stage.db, { types })
    const typeIds = [event.types[0]!.id]
    const code = await buildCode(stage.db, event, { kind: 'access', typeIds })
    const all = await buildCode(stage.db, event, { kind: 'percent', value: 10 })
    expect(await refusal(place(event, [1]))).toBe('unknown_ticket_type')
    expect(await refusal(place(event, [1], byCode(all)))).toBe('unknown_ticket_type')
    expect(await refusal(place(event, [0, 1], byCode(code)))).toBe('unknown_ticket_type')
    await place(event, [1], byCode(code))
    expect(await readLimit(stage, code)).toEqual({ held: 1, sold: 0 })
    expect(await refusal(place(event, [1], { isAtDoor: true }))).toBe('unknown_ticket_type')
    expect(await refusal(place(event, [0, 1], { isAtDoor: true }))).toBe('placed')
    expect(await refusal(place(event, [0, 0, 1], { isAtDoor: true }))).toBe('unknown_ticket_type')
  })
})

describe('a chosen price', () => {
  test('is what is charged, with the fee inside, if it is within the bounds', async () => {
    const types = [{ lowest: 200, highest: 1000 }]
    const event = await buildEvent(stage.db, { types, feesOnTop: true })
    const choose = (chosenCents?: number) => {
      const order = orderOf(event, [3])
      const lines = order.lines.map((line) => ({ ...line, ...(chosenCents && { chosenCents }) }))
      return placeOrder(stage.deps, { ...order, lines })
    }
    for (const cents of [undefined, 199_00, 1001_00, 250_50]) {
      await expect(choose(cents)).rejects.toMatchObject({
        code: 'invalid_field',
        details: { field: 'tickets.0.price' },
      })
    }
    const { orderId } = await choose(250_00)
    expect(await readLines(orderId)).toEqual([
      { price_cents: 250_00, amount_cents: 750_00, quantity: 3 },
    ])
  })
})

describe('a free order', () => {
  const free = (phone = newPhone()) => ({
    phone,
    provenPhone: phone,
    paymentMethod: 'free' as const,
  })

  test('is sold immediately, without a payment and a hold', async () => {
    const event = await buildEvent(stage.db, { types: [{ isFree: true, capacity: 2 }] })
    const { orderId } = await place(event, [2], free())
    const order = await stage.db
      .selectFrom('order')
      .innerJoin('hold', 'hold.order_id', 'order.id')
      .innerJoin('order_line as l', 'l.order_id', 'order.id')
      .innerJoin('paid_line as s', 's.order_line_id', 'l.id')
      .select(['order.state', 'order.paid_at', 'hold.state as hold', 's.amount_cents', 's.status'])
      .where('order.id', '=', orderId)
      .executeTakeFirstOrThrow()
    const sold = { state: 'paid', paid_at: null, hold: 'sold', amount_cents: 0, status: 'paid' }
    expect(order).toEqual(sold)
    const type = await stage.db
      .selectFrom('ticket_type')
      .select(['held', 'sold'])
      .where('event_id', '=', event.id)
      .executeTakeFirstOrThrow()
    expect(type).toEqual({ held: 0, sold: 2 })
    expect(await refusal(place(event, [1], free()))).toBe('sold_out')
  })

  test('is placed for the phone that was proven, and for no other', async () => {
    const event = await buildEvent(stage.db, { types: [{ isFree: true }] })
    for (const proof of [{ provenPhone: undefined }, { provenPhone: newPhone() }]) {
      const order = { ...orderOf(event, [1], free()), ...proof } as ReturnType<typeof orderOf>
      await expect(placeOrder(stage.deps, order)).rejects.toThrow('a free order has a proven phone')
    }
  })

  test('keeps to the limit per order over all free orders of a phone', async () => {
    const event = await buildEvent(stage.db, { types: [{ isFree: true, maxPerOrder: 3 }] })
    const order = free()
    await place(event, [2], order)
    expect(await refusal(place(event, [2], order))).toBe('phone_limit')
    await place(event, [1], order)
    await place(event, [3], free())
  })

  test('counts with the free lines of paid orders, held or sold', async () => {
    const types = [{ isFree: true, maxPerOrder: 2 }, { price: 1 }]
    const event = await buildEvent(stage.db, { types })
    const order = free()
    const paid = { phone: order.phone, provenPhone: order.phone }
    await place(event, [1, 1], paid)
    await expect(place(event, [2], order)).rejects.toMatchObject({
      code: 'phone_limit',
      details: { left: 1, max: 2 },
    })
    await place(event, [1], order)
    // The order that this order replaces does not count towards the limit.
    await place(event, [1, 2], paid)
    expect(await refusal(place(event, [2, 1], paid))).toBe('phone_limit')
  })

  test('has free lines alone: no price that was forgotten, and none to pay', async () => {
    const types = [{ isFree: true }, { price: 0 }, { price: 100 }]
    const event = await buildEvent(stage.db, { types })
    expect(await refusal(place(event, [1, 1], free()))).toBe('nothing_to_pay')
    expect(await refusal(place(event, [0, 1], free()))).toBe('nothing_to_pay')
    expect(await refusal(place(event, [1, 0, 1], free()))).toBe('not_free')
    expect(await refusal(place(event, [1]))).toBe('nothing_to_pay')
    expect(await refusal(place(event, [1, 1, 1]))).toBe('placed')
    const code = await buildCode(stage.db, event, { kind: 'percent', value: 100 })
    await place(event, [1, 0, 1], { ...free(), ...byCode(code) })
    expect(await readLimit(stage, code)).toEqual({ held: 0, sold: 1 })
  })
})

describe('the seller of an order', () => {
  const readSource = async (orderId: string) =>
    await stage.db
      .selectFrom('order_source')
      .select(['seller_id', 'basis_points', 'utm_source', 'utm_content'])
      .where('order_id', '=', orderId)
      .executeTakeFirst()

  test("is the code's, else the link's, and earns nothing on own purchases", async () => {
    const event = await buildEvent(stage.db)
    const one = await buildSeller(stage.db, event, { number: 11, percent: 5 })
    const other = await buildSeller(stage.db, event, { number: 12, percent: 10 })
    const code = await buildCode(stage.db, event, { kind: 'amount', value: 10, sellerId: other.id })
    const utm = { source: 'whatsapp', content: 'poster' }
    const words = { utm_source: 'whatsapp', utm_content: 'poster' }
    const none = { utm_source: null, utm_content: null }
    const source = { seller: 11, utm }
    const order = await place(event, [1], { source })
    const row = { seller_id: one.id, basis_points: 500, ...words }
    expect(await readSource(order.orderId)).toEqual(row)
    const coded = await place(event, [1], { source, ...byCode(code) })
    const codedRow = { seller_id: other.id, basis_points: 1000, ...words }
    expect(await readSource(coded.orderId)).toEqual(codedRow)
    const own = await place(event, [1], { source: { seller: 11 }, phone: one.phone })
    expect(await readSource(own.orderId)).toEqual({ ...row, basis_points: 0, ...none })
    const unknown = await place(event, [1], { source: { seller: 99 } })
    expect(await readSource(unknown.orderId)).toBeUndefined()
  })
})
