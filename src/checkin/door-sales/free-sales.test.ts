// Tests free tickets, chosen prices and hidden types at the door.
import { describe, expect, test } from 'vitest'
import { readBookDifferences } from '../../../test/books.ts'
import { newPhone } from '../../../test/build.ts'
import { changed, openDoor } from '../../../test/door.ts'
import { keepGate } from '../../../test/gate.ts'
import { callApi } from '../../../test/http.ts'
import { latestPrompt, newReceipt, pay } from '../../../test/purchase.ts'
import { placeOrder } from '../../orders/placing/place-order.ts'

const gate = keepGate({})

const refusal = (code: string, more: object = {}) => ({ body: { code, ...more } })

// spec: door-sale-free
describe('a free ticket at the door', () => {
  test('is given, issued and let in with one request, without cash and payment; a retry returns it', async () => {
    const door = await openDoor(gate, [{ isFree: true }])
    const { sell, phone, give, stock } = door
    const sale = give({ quantity: 2, admit: true })
    const first = await sell(sale)
    expect(first).toMatchObject({
      status: 200,
      body: {
        status: '0',
        order_id: sale.nonce,
        transaction: { amount: 0, tickets: [{ quantity: 2 }] },
        check_ins: [{ result: 'valid', admits: 2 }],
      },
    })
    expect(await sell(sale)).toEqual(first)
    expect(await stock()).toMatchObject({ sold: 2, held: 0 })
    const free = { amount_cents: 0, payment_method: 'free', sold_by: phone.id }
    expect(await door.readOrders()).toMatchObject([free])
    const payments = gate.stage.db.selectFrom('payment').where('order_id', '=', sale.nonce)
    expect(await payments.selectAll().execute()).toEqual([])
    await gate.stage.sweep()
    const tickets = gate.stage.db.selectFrom('ticket').where('order_id', '=', sale.nonce)
    expect(await tickets.select(['state', 'admitted']).execute()).toEqual([
      { state: 'used', admitted: 2 },
    ])
    expect(gate.stage.sent.filter((sms) => sms.phone === sale.phone)).toHaveLength(1)
    expect(await readBookDifferences(gate.stage.db)).toEqual([])
  })

  test('is completed by a retry, also beyond the limit, if the server stops after placing it', async () => {
    const door = await openDoor(gate, [{ isFree: true }])
    const { event, sell, phone, typeIds, give, setRules, stock } = door
    const sale = give({ quantity: 2, admit: true })
    await placeOrder(gate.stage.deps, {
      ...{ orderId: sale.nonce, eventId: event.id, phone: sale.phone, provenPhone: sale.phone },
      ...{ paymentMethod: 'free', isAtDoor: true },
      lines: [{ ticketTypeId: typeIds[0]!, quantity: 2 }],
    })
    await setRules({ cash_per_minute: 0 })
    expect((await sell(sale)).body).toMatchObject({
      status: '0',
      check_ins: [{ result: 'valid', admits: 2 }],
    })
    expect(await door.readOrders()).toMatchObject([{ sold_by: phone.id }])
    expect(await stock()).toMatchObject({ sold: 2 })
    expect((await sell(give())).status).toBe(429)
  })

  test('is in no sum of cash', async () => {
    const { event, sell, sale, give, typeIds } = await openDoor(gate, [
      { isFree: true },
      { price: 500 },
    ])
    expect((await sell(give({ quantity: 3 }))).status).toBe(200)
    expect((await sell(sale({ ticket_type_id: typeIds[1], amount: 500 }))).status).toBe(200)
    const url = `/api/events/${event.id}/entry`
    const view = await callApi(gate.stage, { url, headers: gate.organizer.headers })
    expect(view.body.cash_sales).toMatchObject([{ phone: 'North', people: 1, amount: 500 }])
  })

  // spec: door-sale-free-limits
  test('counts against the limits of cash of the phone, so that a stolen phone gives few', async () => {
    const { sell, sale, give, typeIds, setRules, stock } = await openDoor(gate, [
      { isFree: true },
      { price: 500 },
    ])
    await setRules({ cash_per_minute: 6, cash_per_hour: 9 })
    const first = give({ quantity: 4 })
    const given = await sell(first)
    expect(given.status).toBe(200)
    expect(await sell(give({ quantity: 4 }))).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining('Give to fewer people at a time') },
    })
    expect((await sell(give({ quantity: 2 }))).status).toBe(200)
    const cash = sale({ ticket_type_id: typeIds[1], amount: 500 })
    expect((await sell(cash)).status).toBe(429)
    expect(await sell(first)).toEqual(given)
    gate.stage.pass(60_000)
    const calls = Array.from({ length: 8 }, () => sell(give()))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(await stock()).toMatchObject({ sold: 9, held: 0 })
  })

  // spec: door-sale-free-limits
  test('keeps to the maximum of a phone number over all its free orders', async () => {
    const { sell, give } = await openDoor(gate, [{ isFree: true, maxPerOrder: 3 }])
    const number = { phone: newPhone() }
    expect((await sell(give({ quantity: 2, ...number }))).status).toBe(200)
    expect(await sell(give({ quantity: 2, ...number }))).toMatchObject(
      refusal('phone_limit', { left: 1 }),
    )
    expect((await sell(give({ quantity: 1, ...number }))).status).toBe(200)
  })

  // spec: door-sale-older-app
  test('is not sold for cash: an older app reloads, and an app with an old list reads the sum', async () => {
    const door = await openDoor(gate, [{ isFree: true }])
    const { sell, sale } = door
    const outdated = {
      body: { code: 'app_outdated', error: expect.stringMatching(/free.*Reload/) },
    }
    for (const method of ['cash', 'mpesa']) {
      expect(await sell(sale({ method }))).toMatchObject(outdated)
      expect(await sell(sale({ method, amount: 0 }))).toMatchObject(outdated)
      expect(await sell(sale({ method, amount: 500 }))).toMatchObject(changed(0))
    }
    expect(await door.readOrders()).toEqual([])
  })

  test('has a price that was not forgotten, and one to pay is not given', async () => {
    const { sell, sale, give, typeIds } = await openDoor(gate, [{ price: 0 }, { price: 300 }])
    expect(await sell(give())).toMatchObject(refusal('nothing_to_pay'))
    expect(await sell(sale({ amount: 0 }))).toMatchObject(refusal('nothing_to_pay'))
    const paid = { ticket_type_id: typeIds[1] }
    expect(await sell(give(paid))).toMatchObject(changed(300))
    expect(await sell(give({ ...paid, amount: 300 }))).toMatchObject(refusal('not_free'))
  })
})

// spec: door-sale-chosen-price
describe('a price that the buyer chooses', () => {
  test('is what the steward types, within the bounds, with the fee inside', async () => {
    const door = await openDoor(gate, [{ lowest: 200, highest: 1000 }], { feesOnTop: true })
    const { sell, sale } = door
    const typed = sale({ quantity: 2, price: 350, amount: 700 })
    expect(await sell(typed)).toMatchObject({
      status: 200,
      body: { transaction: { amount: 700 } },
    })
    expect(await sell(sale({ price: 350, amount: 200 }))).toMatchObject(changed(350))
    for (const price of [199, 1001]) {
      expect(await sell(sale({ price, amount: price }))).toMatchObject({
        status: 422,
        body: { field: 'price', error: 'Choose a price from KES 200 to KES 1,000.' },
      })
    }
    for (const price of [-1, 250.5, '250', null]) {
      const { status, body } = await sell(sale({ price, amount: 250 }))
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('price')])
    }
    expect(await door.readOrders()).toHaveLength(1)
  })

  test('of 0 is given, if the organizer allows it', async () => {
    const { sell, sale, give } = await openDoor(gate, [{ lowest: 0 }])
    expect((await sell(give({ price: 0 }))).status).toBe(200)
    const prompt = sale({ method: 'mpesa', price: 50, amount: 50 })
    expect((await sell(prompt)).status).toBe(202)
    await gate.stage.runJobs()
    await pay(gate.stage, { ...(await latestPrompt(gate.stage)), amount: 50 }, newReceipt())
  })

  // spec: door-sale-older-app
  test('is not sold by an older app, which knows the lowest price only', async () => {
    const door = await openDoor(gate, [{ lowest: 200 }])
    for (const amount of [undefined, 200]) {
      const sale = door.sale({ ...(amount && { amount }) })
      expect(await door.sell(sale)).toMatchObject(refusal('app_outdated'))
    }
    expect(await door.readOrders()).toEqual([])
  })
})

// spec: door-sale-types
describe('the types of the door', () => {
  test('are all on the list, so that their tickets are known offline, and the list says what is not sold', async () => {
    const types = [
      { name: 'Plain', price: 500 },
      { name: 'Gate price', price: 800, isHidden: true, soldAtDoor: true },
      { name: 'Press', isFree: true, isHidden: true },
      { name: 'Web', soldAtDoor: false, lowest: 100, suggested: 250, highest: 900 },
    ]
    const { sell, phone, sale, give, typeIds } = await openDoor(gate, types)
    const listed = (await phone.list()).event
    const same = {
      type_offset: expect.any(Number),
      gates: expect.any(Array),
      id: expect.any(String),
    }
    expect(listed.types).toEqual([
      { ...same, name: 'Plain', price: 500 },
      { ...same, name: 'Gate price', price: 800 },
      { ...same, name: 'Press', price: 0, is_free: true, sold_at_door: false },
      {
        ...{ ...same, name: 'Web', price: 100, lowest: 100, suggested: 250, highest: 900 },
        sold_at_door: false,
      },
    ])
    expect('has_codes' in listed).toBe(false)
    const kept = { status: 409, body: { code: 'not_sold_at_door' } }
    expect(await sell(give({ ticket_type_id: typeIds[2] }))).toMatchObject(kept)
    const web = { ticket_type_id: typeIds[3], price: 100, amount: 100 }
    expect(await sell(sale(web))).toMatchObject(kept)
    expect((await sell(sale({ ticket_type_id: typeIds[1], amount: 800 }))).status).toBe(200)
  })
})
