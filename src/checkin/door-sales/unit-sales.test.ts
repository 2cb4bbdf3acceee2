// Tests door sales of tables and add-ons.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newPhone } from '../../../test/build.ts'
import { keepGate } from '../../../test/gate.ts'
import { type Phone, pairPhone } from '../../../test/gate-phone.ts'
import { callApi } from '../../../test/http.ts'
import { readLimit, readStock } from '../../../test/purchase.ts'

const gate = keepGate({})

async function eventOf(rules: object = {}) {
  const event = await gate.build({
    pools: [{ name: 'Hall', quantity: 40 }],
    types: [
      { name: 'Table of 10', price: 5000, soldIn: 10, capacity: 100, pool: 'Hall' },
      { name: 'Couple', price: 300, minPerOrder: 2, pool: 'Hall' },
      { kind: 'add_on', name: 'Drinks', price: 900, soldIn: 3 },
    ],
  })
  await gate.stage.db
    .insertInto('entry_rule')
    .values({ event_id: event.id, ...rules })
    .execute()
  const phone: Phone = await pairPhone({ ...gate, event }, { may_sell: true })
  const sell = async (type: number, quantity: number, more: object = {}) =>
    await callApi(gate.stage, {
      method: 'POST',
      url: '/api/gate/sales',
      headers: phone.headers,
      payload: {
        ticket_type_id: event.types[type]!.id,
        quantity,
        phone: newPhone(),
        method: 'cash',
        nonce: randomUUID(),
        amount: [5000, 300, 900][type]! * quantity,
        ...more,
      },
    })
  return { event, sell }
}

// spec: door-sale-units
test('a table is sold at the price of a unit, and its people go in and count in the pool', async () => {
  const { event, sell } = await eventOf()
  const [table] = event.types
  const wrong = await sell(0, 2, { amount: 100_000 })
  expect(wrong).toMatchObject({ status: 409, body: { code: 'amount_changed', amount: 10_000 } })
  const sold = await sell(0, 2, { admit: true })
  expect(sold).toMatchObject({
    status: 200,
    body: {
      transaction: { amount: 10_000, tickets: [{ quantity: 10 }, { quantity: 10 }] },
      check_ins: [
        { result: 'valid', admits: 10 },
        { result: 'valid', admits: 10 },
      ],
    },
  })
  expect(await readStock(gate.stage, table!.id)).toMatchObject({ sold: 20, held: 0 })
  const pool = await gate.stage.db
    .selectFrom('pool')
    .select('id')
    .where('event_id', '=', event.id)
    .executeTakeFirstOrThrow()
  expect(await readLimit(gate.stage, pool)).toMatchObject({ sold: 20 })
})

// spec: door-sale-units
test('fewer than the least per order and more than the pool has are refused', async () => {
  const { sell } = await eventOf({ cash_per_minute: 1000, cash_per_hour: 1000 })
  expect(await sell(1, 1)).toMatchObject({ status: 422, body: { code: 'too_few', min: 2 } })
  expect((await sell(0, 3)).status).toBe(200)
  expect(await sell(0, 2)).toMatchObject({ status: 409, body: { code: 'few_left', left: 1 } })
  expect((await sell(1, 2)).status).toBe(200)
  expect(await sell(0, 1)).toMatchObject({ status: 409, body: { code: 'sold_out' } })
})

// spec: door-sale-units
test('the cash limits of a phone count the people of a table', async () => {
  const { sell } = await eventOf({ cash_per_minute: 25 })
  expect((await sell(0, 2)).status).toBe(200)
  expect((await sell(0, 1)).status).toBe(429)
  expect((await sell(1, 2)).status).toBe(200)
})

// spec: door-sale-add-ons
test('an add-on is sold to a phone with a ticket, and lets nobody in', async () => {
  const { event, sell } = await eventOf()
  const buyer = newPhone()
  const refused = await sell(2, 1, { phone: buyer, admit: true })
  expect(refused).toMatchObject({ status: 409, body: { code: 'needs_entry' } })
  expect((await sell(1, 2, { phone: buyer, admit: true })).status).toBe(200)
  const sold = await sell(2, 1, { phone: buyer, admit: true })
  expect(sold).toMatchObject({ status: 200, body: { transaction: { amount: 900 }, check_ins: [] } })
  const rows = await gate.stage.db
    .selectFrom('ticket')
    .select(['admits', 'admitted'])
    .where('ticket_type_id', '=', event.types[2]!.id)
    .execute()
  expect(rows).toEqual([{ admits: 3, admitted: 0 }])
})
