// Tests free tickets, chosen prices, hidden types and codes at the door.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBookDifferences } from '../../../test/books.ts'
import { buildCode, type EventSpec, newPhone } from '../../../test/build.ts'
import { type Gate, makeGate } from '../../../test/gate.ts'
import { type Phone, pairPhone } from '../../../test/gate-phone.ts'
import { callApi } from '../../../test/http.ts'
import { latestPrompt, newReceipt, pay, readStock } from '../../../test/purchase.ts'

let gate: Gate
beforeAll(async () => {
  gate = await makeGate({})
})
afterAll(() => gate.stage.close())

async function sell(payload: object, { headers }: Phone) {
  const url = '/api/gate/sales'
  return await callApi(gate.stage, { method: 'POST', url, headers, payload })
}

/** An event with a gate phone that may sell. A sale is of the first type, unless it names another. */
async function doorOf(types: NonNullable<EventSpec['types']>, more: EventSpec = {}) {
  const event = await gate.build({
    ...more,
    types: types.map((type) => ({ capacity: 50, ...type })),
  })
  const phone = await pairPhone({ ...gate, event }, { name: 'North', may_sell: true })
  const typeIds = event.types.map(({ id }) => id)
  const sale = (more: object = {}) => ({
    ...{ ticket_type_id: typeIds[0]!, quantity: 1, phone: newPhone(), method: 'cash' },
    ...{ nonce: randomUUID(), ...more },
  })
  const give = (more: object = {}) => sale({ method: 'free', amount: 0, ...more })
  const code = (spec: Parameters<typeof buildCode>[2]) => buildCode(gate.stage.db, event, spec)
  const setRules = (rules: object) =>
    gate.stage.db
      .insertInto('entry_rule')
      .values({ event_id: event.id, ...rules })
      .execute()
  const stock = (type = 0) => readStock(gate.stage, typeIds[type]!)
  return { event, phone, typeIds, sale, give, code, setRules, stock }
}

type Door = Awaited<ReturnType<typeof doorOf>>

async function readOrders({ event }: Door) {
  const orders = gate.stage.db.selectFrom('order').where('event_id', '=', event.id)
  return await orders.select(['id', 'amount_cents', 'payment_method', 'sold_by']).execute()
}

const refusal = (code: string, more: object = {}) => ({ body: { code, ...more } })
const changed = (amount: number) => ({ status: 409, body: { code: 'amount_changed', amount } })

// spec: door-sale-free
describe('a free ticket at the door', () => {
  test('is given, issued and let in with one request, without cash and payment; a retry returns it', async () => {
    const door = await doorOf([{ isFree: true }])
    const { phone, give, stock } = door
    const sale = give({ quantity: 2, admit: true })
    const first = await sell(sale, phone)
    expect(first).toMatchObject({
      status: 200,
      body: {
        status: '0',
        order_id: sale.nonce,
        transaction: { amount: 0, tickets: [{ quantity: 2 }] },
        check_ins: [{ result: 'valid', admits: 2 }],
      },
    })
    expect(await sell(sale, phone)).toEqual(first)
    expect(await stock()).toMatchObject({ sold: 2, held: 0 })
    const free = { amount_cents: 0, payment_method: 'free', sold_by: phone.id }
    expect(await readOrders(door)).toMatchObject([free])
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

  test('is in no sum of cash', async () => {
    const { event, phone, sale, give, typeIds } = await doorOf([{ isFree: true }, { price: 500 }])
    expect((await sell(give({ quantity: 3 }), phone)).status).toBe(200)
    expect((await sell(sale({ ticket_type_id: typeIds[1], amount: 500 }), phone)).status).toBe(200)
    const url = `/api/events/${event.id}/entry`
    const view = await callApi(gate.stage, { url, headers: gate.organizer.headers })
    expect(view.body.cash_sales).toMatchObject([{ phone: 'North', people: 1, amount: 500 }])
  })

  // spec: door-sale-free-limits
  test('counts against the limits of cash of the phone, so that a stolen phone gives few', async () => {
    const { phone, sale, give, typeIds, setRules, stock } = await doorOf([
      { isFree: true },
      { price: 500 },
    ])
    await setRules({ cash_per_minute: 6, cash_per_hour: 9 })
    const first = give({ quantity: 4 })
    const given = await sell(first, phone)
    expect(given.status).toBe(200)
    expect(await sell(give({ quantity: 4 }), phone)).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining('Give to fewer people at a time') },
    })
    expect((await sell(give({ quantity: 2 }), phone)).status).toBe(200)
    const cash = sale({ ticket_type_id: typeIds[1], amount: 500 })
    expect((await sell(cash, phone)).status).toBe(429)
    expect(await sell(first, phone)).toEqual(given)
    gate.stage.pass(60_000)
    const calls = Array.from({ length: 8 }, () => sell(give(), phone))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(await stock()).toMatchObject({ sold: 9, held: 0 })
  })

  // spec: door-sale-free-limits
  test('keeps to the maximum of a phone number over all its free orders', async () => {
    const { phone, give } = await doorOf([{ isFree: true, maxPerOrder: 3 }])
    const number = { phone: newPhone() }
    expect((await sell(give({ quantity: 2, ...number }), phone)).status).toBe(200)
    expect(await sell(give({ quantity: 2, ...number }), phone)).toMatchObject(
      refusal('phone_limit', { left: 1 }),
    )
    expect((await sell(give({ quantity: 1, ...number }), phone)).status).toBe(200)
  })

  // spec: door-sale-older-app
  test('is not sold for cash: an older app reloads, and an app with an old list reads the sum', async () => {
    const door = await doorOf([{ isFree: true }])
    const { phone, sale } = door
    const outdated = {
      body: { code: 'app_outdated', error: expect.stringMatching(/free.*Reload/) },
    }
    for (const method of ['cash', 'mpesa']) {
      expect(await sell(sale({ method }), phone)).toMatchObject(outdated)
      expect(await sell(sale({ method, amount: 0 }), phone)).toMatchObject(outdated)
      expect(await sell(sale({ method, amount: 500 }), phone)).toMatchObject(changed(0))
    }
    expect(await readOrders(door)).toEqual([])
  })

  test('has a price that was not forgotten, and one to pay is not given', async () => {
    const { phone, sale, give, typeIds } = await doorOf([{ price: 0 }, { price: 300 }])
    expect(await sell(give(), phone)).toMatchObject(refusal('nothing_to_pay'))
    expect(await sell(sale({ amount: 0 }), phone)).toMatchObject(refusal('nothing_to_pay'))
    const paid = { ticket_type_id: typeIds[1] }
    expect(await sell(give(paid), phone)).toMatchObject(changed(300))
    expect(await sell(give({ ...paid, amount: 300 }), phone)).toMatchObject(refusal('not_free'))
  })
})

// spec: door-sale-chosen-price
describe('a price that the buyer chooses', () => {
  test('is what the steward types, within the bounds, with the fee inside', async () => {
    const door = await doorOf([{ lowest: 200, highest: 1000 }], { feesOnTop: true })
    const { phone, sale } = door
    const typed = sale({ quantity: 2, price: 350, amount: 700 })
    expect(await sell(typed, phone)).toMatchObject({
      status: 200,
      body: { transaction: { amount: 700 } },
    })
    expect(await sell(sale({ price: 350, amount: 200 }), phone)).toMatchObject(changed(350))
    for (const price of [199, 1001]) {
      expect(await sell(sale({ price, amount: price }), phone)).toMatchObject({
        status: 422,
        body: { field: 'price', error: 'Choose a price from KES 200 to KES 1,000.' },
      })
    }
    for (const price of [-1, 250.5, '250', null]) {
      const { status, body } = await sell(sale({ price, amount: 250 }), phone)
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('price')])
    }
    expect(await readOrders(door)).toHaveLength(1)
  })

  test('of 0 is given, if the organizer allows it', async () => {
    const { phone, sale, give } = await doorOf([{ lowest: 0 }])
    expect((await sell(give({ price: 0 }), phone)).status).toBe(200)
    const prompt = sale({ method: 'mpesa', price: 50, amount: 50 })
    expect((await sell(prompt, phone)).status).toBe(202)
    await gate.stage.runJobs()
    await pay(gate.stage, { ...(await latestPrompt(gate.stage)), amount: 50 }, newReceipt())
  })

  // spec: door-sale-older-app
  test('is not sold by an older app, which knows the lowest price only', async () => {
    const door = await doorOf([{ lowest: 200 }])
    for (const amount of [undefined, 200]) {
      const sale = door.sale({ ...(amount && { amount }) })
      expect(await sell(sale, door.phone)).toMatchObject(refusal('app_outdated'))
    }
    expect(await readOrders(door)).toEqual([])
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
    const { phone, sale, give, typeIds } = await doorOf(types)
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
    expect(await sell(give({ ticket_type_id: typeIds[2] }), phone)).toMatchObject(kept)
    const web = { ticket_type_id: typeIds[3], price: 100, amount: 100 }
    expect(await sell(sale(web), phone)).toMatchObject(kept)
    expect((await sell(sale({ ticket_type_id: typeIds[1], amount: 800 }), phone)).status).toBe(200)
  })
})

// spec: door-sale-code
describe('a code at the door', () => {
  test('gives its sum before anything is sold, and is charged then', async () => {
    const door = await doorOf([{ price: 500 }])
    const { phone, sale, stock } = door
    const code = await door.code({ kind: 'percent', value: 20, maxTickets: 3 })
    const coded = sale({ quantity: 2, promo_code: code.code.toLowerCase() })
    expect(await sell(coded, phone)).toMatchObject(changed(800))
    expect(await sell({ ...coded, amount: 1000 }, phone)).toMatchObject(changed(800))
    expect(await readOrders(door)).toEqual([])
    expect((await sell({ ...coded, amount: 800 }, phone)).body).toMatchObject({
      status: '0',
      transaction: { amount: 800 },
    })
    expect(await stock()).toMatchObject({ sold: 2, held: 0 })
    // The last use.
    const next = sale({ quantity: 2, promo_code: code.code })
    const usedUp = { status: 409, body: { code: 'code_used_up', left: 1 } }
    expect(await sell(next, phone)).toMatchObject(usedUp)
    expect(await sell({ ...next, amount: 800 }, phone)).toMatchObject(usedUp)
  })

  test('that brings the sum to 0 gives the tickets', async () => {
    const door = await doorOf([{ price: 500 }])
    const { phone, sale } = door
    const { code: promo_code } = await door.code({ kind: 'percent', value: 100 })
    expect(await sell(sale({ promo_code }), phone)).toMatchObject(changed(0))
    expect(await sell(sale({ promo_code, amount: 500 }), phone)).toMatchObject(changed(0))
    const given = sale({ promo_code, amount: 0, method: 'free' })
    expect((await sell(given, phone)).body).toMatchObject({ transaction: { amount: 0 } })
    expect(await readOrders(door)).toMatchObject([{ payment_method: 'free' }])
  })

  test('that is unknown, or for other tickets, is refused in the same way with and without a sum', async () => {
    const door = await doorOf([{ price: 500 }, { price: 900 }])
    const { phone, sale, typeIds } = door
    const typed = { typeIds: [typeIds[1]!] }
    const { code: promo_code } = await door.code({ kind: 'price', value: 100, ...typed })
    for (const amount of [{}, { amount: 500 }]) {
      expect(await sell(sale({ promo_code, ...amount }), phone)).toMatchObject({
        status: 422,
        body: { code: 'code_not_for_these', field: 'promo_code' },
      })
      for (const wrong of ['NOSUCH', '!!']) {
        expect(await sell(sale({ promo_code: wrong, ...amount }), phone)).toMatchObject({
          status: 422,
          body: { code: 'unknown_code', field: 'promo_code' },
        })
      }
    }
    expect(await readOrders(door)).toEqual([])
  })

  test('is on the list only while one can be used', async () => {
    const door = await doorOf([{ price: 500 }])
    const has = async () => (await door.phone.list()).event.has_codes
    const now = gate.stage.clock.now().getTime()
    await door.code({ kind: 'price', value: 100, maxTickets: 1, endsAt: new Date(now + 60_000) })
    expect(await has()).toBe(true)
    gate.stage.pass(60_000)
    expect(await has()).toBeUndefined()
  })

  test('is guessed by a phone at most 20 times an hour; sales without a code go on', async () => {
    const door = await doorOf([{ price: 500 }])
    const { phone, sale } = door
    const { code: promo_code } = await door.code({ kind: 'price', value: 100 })
    const made = sale({ promo_code, amount: 100 })
    const sold = await sell(made, phone)
    const guesses = Array.from({ length: 30 }, (_, n) =>
      sell(sale({ promo_code: `GUESS${n}` }), phone),
    )
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect((await sell(sale({ promo_code, amount: 100 }), phone)).status).toBe(429)
    expect(await sell(made, phone)).toEqual(sold)
    expect((await sell(sale({ amount: 500 }), phone)).status).toBe(200)
    gate.stage.pass(3600_000)
    expect((await sell(sale({ promo_code, amount: 100 }), phone)).status).toBe(200)
  })
})
