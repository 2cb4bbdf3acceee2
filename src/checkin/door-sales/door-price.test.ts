// Tests the sum of a door sale: the server records the sum on the phone, or refuses the sale.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { behind } from '../../../test/behind.ts'
import { type EventSpec, newPhone } from '../../../test/build.ts'
import { keepGate } from '../../../test/gate.ts'
import { type Phone, pairPhone } from '../../../test/gate-phone.ts'
import { callApi } from '../../../test/http.ts'
import { readStock } from '../../../test/purchase.ts'
import { doorPrice } from '../gate/engine/door-price.ts'

const MINUTE_MS = 60_000

const gate = keepGate({})

const inMs = (ms: number) => new Date(gate.stage.clock.now().getTime() + ms)

async function sell(payload: object, { headers }: Phone) {
  const url = '/api/gate/sales'
  return await callApi(gate.stage, { method: 'POST', url, headers, payload })
}

/** An event with one ticket type and a gate phone that may sell. */
async function doorOf(type: NonNullable<EventSpec['types']>[number], more: EventSpec = {}) {
  const event = await gate.build({ ...more, types: [{ capacity: 500, ...type }] })
  const phone = await pairPhone({ ...gate, event }, { may_sell: true })
  const typeId = event.types[0]!.id
  const sale = (more: object = {}) => ({
    ...{ ticket_type_id: typeId, quantity: 1, phone: newPhone(), method: 'cash' },
    ...{ nonce: randomUUID(), ...more },
  })
  const setPrice = (shillings: number) =>
    gate.stage.db
      .updateTable('ticket_type')
      .set({ price_cents: shillings * 100 })
      .where('id', '=', typeId)
      .execute()
  return { event, phone, typeId, sale, setPrice, stock: () => readStock(gate.stage, typeId) }
}

type Door = Awaited<ReturnType<typeof doorOf>>

async function countOrders({ event }: Door): Promise<number> {
  const orders = gate.stage.db.selectFrom('order').select('id').where('event_id', '=', event.id)
  return (await orders.execute()).length
}

/** The sum that the phone computes from its last list. */
async function shownSum({ phone }: Door, quantity: number) {
  const { event, server_time } = await phone.list()
  return doorPrice(event.types[0]!, quantity, Date.parse(server_time))
}

const changed = (amount: number) => ({ status: 409, body: { code: 'amount_changed', amount } })
const outdated = {
  status: 409,
  body: { code: 'app_outdated', error: expect.stringContaining('Reload the app') },
}

// spec: door-sale-amount
describe('the sum on the screen', () => {
  test('is refused if it is not the price of now, before anything is written', async () => {
    const door = await doorOf({ price: 500 })
    const { phone, sale, setPrice, stock } = door
    const first = sale({ quantity: 2, amount: 1000 })
    await setPrice(600)
    for (const method of ['cash', 'mpesa']) {
      expect(await sell({ ...first, method }, phone)).toMatchObject(changed(1200))
    }
    expect(await countOrders(door)).toBe(0)
    expect(await stock()).toMatchObject({ held: 0, sold: 0 })
    expect(await sell({ ...first, amount: 1199 }, phone)).toMatchObject(changed(1200))
    // The steward confirms the new sum. The refused attempts stored no row with this nonce.
    expect(await sell({ ...first, amount: 1200 }, phone)).toMatchObject({
      status: 200,
      body: { status: '0', transaction: { amount: 1200 } },
    })
    expect(await stock()).toMatchObject({ held: 0, sold: 2 })
  })

  test('is compared under the lock of the stock, so a price that is being saved is the new one', async () => {
    const door = await doorOf({ price: 500 })
    const { db } = gate.stage
    const late = await behind(
      db,
      (tx) =>
        tx
          .updateTable('ticket_type')
          .set({ price_cents: 70_000 })
          .where('id', '=', door.typeId)
          .execute(),
      () => sell(door.sale({ amount: 500 }), door.phone),
    )
    expect(late).toMatchObject(changed(700))
    expect(await countOrders(door)).toBe(0)
  })

  test('does not matter for a retry: its nonce returns the existing sale, at any price of now', async () => {
    const { phone, sale, setPrice, stock } = await doorOf({ price: 500 })
    const cash = sale({ amount: 500 })
    const prompt = sale({ amount: 500, method: 'mpesa' })
    const first = [await sell(cash, phone), await sell(prompt, phone)]
    expect(first.map(({ status }) => status)).toEqual([200, 202])
    await setPrice(600)
    for (const amount of [500, 600]) {
      expect(await sell({ ...cash, amount }, phone)).toEqual(first[0])
      const retried = await sell({ ...prompt, amount }, phone)
      expect(retried).toMatchObject({ status: 202, body: { order_id: prompt.nonce } })
    }
    expect(await stock()).toMatchObject({ held: 1, sold: 1 })
  })

  test.each([-1, 0.5, '500', null])(
    'of %o is refused with the name of its field',
    async (amount) => {
      const { phone, sale } = await doorOf({ price: 500 })
      const { status, body } = await sell(sale({ amount }), phone)
      expect([status, JSON.stringify(body)]).toEqual([
        expect.toSatisfy((code) => code === 400 || code === 422),
        expect.stringContaining('amount'),
      ])
    },
  )

  test('follows the clock: a price that changes after the list is refused and shown', async () => {
    const steps = [{ name: 'Early bird', price: 300, endsAt: inMs(MINUTE_MS) }]
    const door = await doorOf({ price: 500, steps })
    const { amount } = await shownSum(door, 2)
    expect(amount).toBe(600)
    expect((await sell(door.sale({ quantity: 2, amount }), door.phone)).status).toBe(200)
    gate.stage.pass(MINUTE_MS)
    const late = door.sale({ quantity: 2, amount })
    expect(await sell(late, door.phone)).toMatchObject(changed(1000))
    expect(await shownSum(door, 2)).toMatchObject({ amount: 1000, step: null })
    expect((await sell({ ...late, amount: 1000 }, door.phone)).status).toBe(200)
  })

  test('is the first price with room for all people, and a phone with an old list reads the new sum', async () => {
    const steps = [{ name: 'First 3', price: 300, quantity: 3 }]
    const door = await doorOf({ price: 500, steps })
    expect(await shownSum(door, 3)).toMatchObject({ amount: 900, step: 'First 3' })
    expect(await shownSum(door, 4)).toMatchObject({ amount: 2000, step: null })
    // Web buyers take two of the three early tickets after the phone has loaded its list.
    const limits = gate.stage.db.updateTable('sale_limit').set({ sold: 2 })
    await limits.where('event_id', '=', door.event.id).execute()
    expect(await sell(door.sale({ quantity: 3, amount: 900 }), door.phone)).toMatchObject(
      changed(1500),
    )
    expect((await sell(door.sale({ quantity: 1, amount: 300 }), door.phone)).status).toBe(200)
  })
})

// spec: door-sale-older-app
describe('a sale without a sum, from an older app', () => {
  test('is taken at the price of the last list, and refused once the price has changed', async () => {
    const steps = [{ price: 300, endsAt: inMs(MINUTE_MS) }]
    const door = await doorOf({ price: 500, steps })
    const { phone, sale, setPrice } = door
    const first = sale({ quantity: 2 })
    expect((await sell(first, phone)).body).toMatchObject({ transaction: { amount: 600 } })
    gate.stage.pass(MINUTE_MS)
    for (const method of ['cash', 'mpesa']) {
      expect(await sell(sale({ method }), phone)).toMatchObject(outdated)
    }
    expect(await countOrders(door)).toBe(1)
    // A retry returns the existing sale. A request that does not load the list changes nothing.
    expect((await sell(first, phone)).body).toMatchObject({ transaction: { amount: 600 } })
    await phone.ask({ ticket_number: 'LGO-0' })
    expect(await sell(sale(), phone)).toMatchObject(outdated)
    await phone.list()
    expect((await sell(sale(), phone)).status).toBe(200)
    await setPrice(600)
    expect(await sell(sale(), phone)).toMatchObject(outdated)
    await phone.list({ form: '1' })
    expect((await sell(sale(), phone)).status).toBe(200)
  })

  test('is refused if the price depends on the number of people, which such an app does not know', async () => {
    const { phone, sale } = await doorOf({ price: 500, steps: [{ price: 300, quantity: 3 }] })
    expect(await sell(sale({ quantity: 4 }), phone)).toMatchObject(outdated)
    expect((await sell(sale({ quantity: 3 }), phone)).body).toMatchObject({
      transaction: { amount: 900 },
    })
  })

  test('is refused if no list had the price', async () => {
    const { phone, sale } = await doorOf({ price: 500 })
    const unlisted = gate.stage.db.updateTable('gate_phone').set({ shown_types: null })
    await unlisted.where('id', '=', phone.id).execute()
    expect(await sell(sale(), phone)).toMatchObject(outdated)
    expect((await sell(sale({ amount: 500 }), phone)).status).toBe(200)
  })
})

// spec: door-sale-window
test('a ticket is sold at the door only in its window, also if the phone has an old list', async () => {
  const saleFrom = inMs(MINUTE_MS)
  const { phone, sale } = await doorOf({ price: 500, saleFrom, saleUntil: inMs(2 * MINUTE_MS) })
  const status = async () => {
    const { status, body } = await sell(sale({ amount: 500 }), phone)
    return [status, body.code, body.from]
  }
  expect(await status()).toEqual([409, 'not_on_sale', saleFrom.toISOString()])
  gate.stage.pass(MINUTE_MS)
  expect(await status()).toEqual([200, undefined, undefined])
  gate.stage.pass(MINUTE_MS)
  expect(await status()).toEqual([409, 'sales_closed', undefined])
})

// spec: door-sale-list
describe('the list of a gate phone', () => {
  test('has prices, fee and window of each type, at the price of now with the fee', async () => {
    await gate.stage.db
      .insertInto('organizer_fee')
      .values({
        ...{ account_id: gate.organizer.id, basis_points: 500, fixed_cents: 1000 },
        set_at: new Date(),
      })
      .execute()
    const [endsAt, saleFrom] = [inMs(MINUTE_MS), inMs(-MINUTE_MS)]
    const steps = [{ name: 'Early bird', price: 300, endsAt, quantity: 20 }]
    const event = { organizerId: gate.organizer.id, feesOnTop: true }
    const door = await doorOf({ price: 500, steps, saleFrom }, event)
    const { types } = (await door.phone.list()).event
    const ends_at = endsAt.toISOString()
    expect(types[0]).toMatchObject({ price: 325, fee: 25, sale_from: saleFrom.toISOString() })
    expect(types[0]!.prices).toEqual([
      { name: 'Early bird', price: 325, fee: 25, starts_at: null, ends_at, left: 20 },
      { name: null, price: 535, fee: 35, starts_at: null, ends_at: null, left: null },
    ])
    expect(door.phone.paired.event.types).toEqual(types)
    const sum = await shownSum(door, 2)
    expect(sum).toEqual({ amount: 650, fee: 50, step: 'Early bird' })
    expect((await sell(door.sale({ quantity: 2, amount: 650 }), door.phone)).status).toBe(200)
    const [type] = (await door.phone.list()).event.types
    expect(type!.prices![0]).toMatchObject({ left: 18 })
    await gate.stage.db.deleteFrom('organizer_fee').execute()
  })

  test('has no new field without steps, windows and a fee on top', async () => {
    const { phone } = await doorOf({ price: 500 })
    const [type] = (await phone.list()).event.types
    expect(Object.keys(type!).sort()).toEqual(['gates', 'id', 'name', 'price', 'type_offset'])
  })
})
