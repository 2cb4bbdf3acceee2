// Tests promo codes at the door.
import { describe, expect, test } from 'vitest'
import { changed, openDoor } from '../../../test/door.ts'
import { keepGate } from '../../../test/gate.ts'

const gate = keepGate({})

// spec: door-sale-code
describe('a code at the door', () => {
  test('gives its sum before anything is sold, and is charged then', async () => {
    const door = await openDoor(gate, [{ price: 500 }])
    const { sell, sale, stock } = door
    const code = await door.code({ kind: 'percent', value: 20, maxTickets: 3 })
    const coded = sale({ quantity: 2, promo_code: code.code.toLowerCase() })
    expect(await sell(coded)).toMatchObject(changed(800))
    expect(await sell({ ...coded, amount: 1000 })).toMatchObject(changed(800))
    expect(await door.readOrders()).toEqual([])
    expect((await sell({ ...coded, amount: 800 })).body).toMatchObject({
      status: '0',
      transaction: { amount: 800 },
    })
    expect(await stock()).toMatchObject({ sold: 2, held: 0 })
    // Only one use of the code is left.
    const next = sale({ quantity: 2, promo_code: code.code })
    const usedUp = { status: 409, body: { code: 'code_used_up', left: 1 } }
    expect(await sell(next)).toMatchObject(usedUp)
    expect(await sell({ ...next, amount: 800 })).toMatchObject(usedUp)
  })

  test('sells nothing to a phone that requests the sum, also if the code lowers nothing', async () => {
    const steps = [{ name: 'Early bird', price: 300, quantity: 10 }]
    const door = await openDoor(gate, [{ price: 500, steps }])
    const { code: promo_code } = await door.code({ kind: 'price', value: 400 })
    for (const method of ['cash', 'mpesa', 'free']) {
      const question = door.sale({ method, promo_code })
      expect(await door.sell(question)).toMatchObject(changed(300))
    }
    expect(await door.readOrders()).toEqual([])
  })

  test('that brings the sum to 0 gives the tickets', async () => {
    const door = await openDoor(gate, [{ price: 500 }])
    const { sell, sale } = door
    const { code: promo_code } = await door.code({ kind: 'percent', value: 100 })
    expect(await sell(sale({ promo_code }))).toMatchObject(changed(0))
    expect(await sell(sale({ promo_code, amount: 500 }))).toMatchObject(changed(0))
    const given = sale({ promo_code, amount: 0, method: 'free' })
    expect((await sell(given)).body).toMatchObject({ transaction: { amount: 0 } })
    expect(await door.readOrders()).toMatchObject([{ payment_method: 'free' }])
  })

  test('that is unknown, or for other tickets, is refused in the same way with and without a sum', async () => {
    const door = await openDoor(gate, [{ price: 500 }, { price: 900 }])
    const { sell, sale, typeIds } = door
    const typed = { typeIds: [typeIds[1]!] }
    const { code: promo_code } = await door.code({ kind: 'price', value: 100, ...typed })
    for (const amount of [{}, { amount: 500 }]) {
      expect(await sell(sale({ promo_code, ...amount }))).toMatchObject({
        status: 422,
        body: { code: 'code_not_for_these', field: 'promo_code' },
      })
      for (const wrong of ['NOSUCH', '!!']) {
        expect(await sell(sale({ promo_code: wrong, ...amount }))).toMatchObject({
          status: 422,
          body: { code: 'unknown_code', field: 'promo_code' },
        })
      }
    }
    expect(await door.readOrders()).toEqual([])
  })

  test('is on the list only while one can be used', async () => {
    const door = await openDoor(gate, [{ price: 500 }])
    const has = async () => (await door.phone.list()).event.has_codes
    const now = gate.stage.clock.now().getTime()
    await door.code({ kind: 'price', value: 100, maxTickets: 1, endsAt: new Date(now + 60_000) })
    expect(await has()).toBe(true)
    gate.stage.pass(60_000)
    expect(await has()).toBeUndefined()
  })

  test('is asked for its sum without end: that sells nothing, and uses up no limit of cash', async () => {
    const door = await openDoor(gate, [{ price: 500 }])
    const { sell, sale } = door
    const { code: promo_code } = await door.code({ kind: 'price', value: 100 })
    const limits = { event_id: door.event.id, cash_per_minute: 1, cash_per_hour: 1 }
    await gate.stage.db.insertInto('entry_rule').values(limits).execute()
    expect((await sell(sale({ promo_code, amount: 100 }))).status).toBe(200)
    expect((await sell(sale({ promo_code, amount: 100 }))).status).toBe(429)
    expect(await sell(sale({ promo_code }))).toMatchObject(changed(100))
  })

  test('that is wrong counts for the gate phone and not for the network of the gate', async () => {
    const door = await openDoor(gate, [{ price: 500 }])
    const { sell, sale } = door
    await door.code({ kind: 'price', value: 100 })
    for (let n = 0; n < 3; n += 1) {
      expect((await sell(sale({ promo_code: `GUESS${n}`, method: 'mpesa' }))).status).toBe(422)
    }
    const counts = gate.stage.db.selectFrom('rate_count').select(['key', 'count'])
    const key = `promo-code-${door.event.id}:`
    expect(await counts.where('key', 'like', `${key}%`).execute()).toEqual([
      { key: expect.stringMatching(`^${key}gate:`), count: 3 },
    ])
  })

  test('is guessed by a phone at most 20 times an hour; sales without a code go on', async () => {
    const door = await openDoor(gate, [{ price: 500 }])
    const { sell, sale } = door
    const { code: promo_code } = await door.code({ kind: 'price', value: 100 })
    const made = sale({ promo_code, amount: 100 })
    const sold = await sell(made)
    const guesses = Array.from({ length: 30 }, (_, n) => sell(sale({ promo_code: `GUESS${n}` })))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect((await sell(sale({ promo_code, amount: 100 }))).status).toBe(429)
    expect(await sell(made)).toEqual(sold)
    expect((await sell(sale({ amount: 500 }))).status).toBe(200)
    gate.stage.pass(3600_000)
    expect((await sell(sale({ promo_code, amount: 100 }))).status).toBe(200)
  })
})
