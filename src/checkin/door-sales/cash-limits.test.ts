// Tests the limits of cash sales, and their row in the command view.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newPhone } from '../../../test/build.ts'
import { keepGate } from '../../../test/gate.ts'
import { type Phone, pairPhone } from '../../../test/gate-phone.ts'
import { callApi } from '../../../test/http.ts'
import { readStock } from '../../../test/purchase.ts'

const gate = keepGate({})

async function sell(payload: object, { headers }: Phone) {
  const url = '/api/gate/sales'
  return await callApi(gate.stage, { method: 'POST', url, headers, payload })
}

// spec: door-sale-cash-limits
describe('cash sales of one gate phone', () => {
  /** Builds an event with these entry rules. Pairs a gate phone that may sell. */
  async function sellerOf(rules: object = {}) {
    const event = await gate.build({ types: [{ price: 500, maxPerOrder: 8, capacity: 500 }] })
    await gate.stage.db
      .insertInto('entry_rule')
      .values({ event_id: event.id, ...rules })
      .execute()
    const phone = await pairPhone({ ...gate, event }, { name: 'North', may_sell: true })
    const typeId = event.types[0]!.id
    const cash = (quantity: number, more: object = {}) => ({
      ticket_type_id: typeId,
      quantity,
      phone: newPhone(),
      method: 'cash',
      nonce: randomUUID(),
      ...more,
    })
    const status = async (quantity: number, more: object = {}) =>
      (await sell(cash(quantity, more), phone)).status
    const stock = () => readStock(gate.stage, typeId)
    return { event, phone, cash, status, stock }
  }

  test('are limited to 30 people a minute, also if they come at once', async () => {
    const { cash, phone, stock } = await sellerOf()
    const sales = Array.from({ length: 45 }, () => sell(cash(8), phone))
    const statuses = (await Promise.all(sales)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    // A refused sale holds no tickets.
    expect(await stock()).toMatchObject({ sold: 24, held: 0 })
  })

  test('have the limits that the organizer sets, per minute and per hour', async () => {
    const { cash, phone, status } = await sellerOf({ cash_per_minute: 6, cash_per_hour: 9 })
    const first = cash(4)
    const sold = await sell(first, phone)
    expect(sold.status).toBe(200)
    expect(await sell(cash(4), phone)).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests', error: expect.stringContaining('6 people per minute') },
    })
    // The refused sale and a sale that failed do not count towards the limit.
    expect(await status(2, { phone: '0812345678' })).toBe(422)
    expect(await status(2)).toBe(200)
    expect(await status(1)).toBe(429)
    // A retry returns the earlier sale. M-PESA sales have no such limit.
    expect(await sell(first, phone)).toEqual(sold)
    expect(await status(1, { method: 'mpesa' })).toBe(202)
    gate.stage.pass(60_000)
    expect(await status(7)).toBe(429)
    expect(await status(3)).toBe(200)
    gate.stage.pass(60_000)
    expect((await sell(cash(1), phone)).body.error).toContain('9 people per hour')
  })

  test('end with 0 people', async () => {
    const { status } = await sellerOf({ cash_per_minute: 0 })
    expect(await status(1)).toBe(429)
    expect(await status(1, { method: 'mpesa' })).toBe(202)
  })

  test('that are paid by an order of M-PESA count as well', async () => {
    const { cash, phone, status } = await sellerOf({ cash_per_minute: 4 })
    expect(await status(4)).toBe(200)
    const order = cash(1, { method: 'mpesa' })
    expect((await sell(order, phone)).status).toBe(202)
    expect((await sell({ ...order, method: 'cash' }, phone)).status).toBe(429)
  })

  test('send at most 10 SMS per hour to one number', async () => {
    const { cash, phone } = await sellerOf({ cash_per_minute: 100 })
    const number = newPhone()
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1) {
      statuses.push((await sell(cash(1, { phone: number }), phone)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
    expect((await sell(cash(1), phone)).status).toBe(200)
  })

  // spec: door-sale-cash-view
  test('are a line of the command view, with people and money', async () => {
    const { event, status } = await sellerOf()
    const view = async () =>
      (
        await callApi(gate.stage, {
          url: `/api/events/${event.id}/entry`,
          headers: gate.organizer.headers,
        })
      ).body.cash_sales
    expect(await view()).toEqual([])
    await status(3)
    const paid_at = new Date(gate.stage.clock.now().getTime() - 3_700_000)
    const orders = gate.stage.db.updateTable('order').set({ paid_at })
    await orders.where('event_id', '=', event.id).execute()
    await status(2)
    await status(1, { method: 'mpesa' })
    expect(await view()).toEqual([{ phone: 'North', people: 5, amount: 2500, people_last_hour: 2 }])
  })
})
