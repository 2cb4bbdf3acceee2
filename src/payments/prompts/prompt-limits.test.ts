import { describe, expect, test } from 'vitest'
import { buildEvent, newPhone, orderFor } from '../../../test/build.ts'
import { buildPendingOrders } from '../../../test/pending-orders.ts'
import { fail, latestPrompt, MINUTE, newReceipt, pay } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import type { PushAnswer } from '../mpesa/stk-push.ts'

const stage = keepStage({ TRUST_PROXY: 'yes', LIMIT_PUSH_PER_ADDRESS: '6' })

async function post(forwarded: string, url: string, payload: object): Promise<number> {
  const headers = { prefer: 'respond-async', 'x-forwarded-for': forwarded }
  return (await stage.app.inject({ method: 'POST', url, headers, payload })).statusCode
}

/** Buys from an address, for an event without other buyers. */
async function buyFrom(forwarded: string, phoneNumber = newPhone()): Promise<number> {
  const order = orderFor(await buildEvent(stage.db), [1], { phoneNumber })
  return await post(forwarded, '/api/functions/mpesa', order)
}

test('behind a proxy, an address that the client wrote itself does not avoid the limit', async () => {
  for (let i = 0; i < 6; i++) expect(await buyFrom(`203.0.113.${i}, 41.90.1.1`)).toBe(202)
  expect(await buyFrom('203.0.113.9, 41.90.1.1')).toBe(429)
  expect(await buyFrom('203.0.113.9, 41.90.1.2')).toBe(202)
  await stage.runJobs()
})

test('paid orders of an address allow more prompts, with any number of unpaid orders', async () => {
  const address = '41.90.1.3'
  expect(await buyFrom(address)).toBe(202)
  await stage.runJobs()
  await pay(stage, { ...(await latestPrompt(stage)), amount: 100 }, newReceipt())
  const event = await buildEvent(stage.db, { types: [{ capacity: 300 }] })
  const placedAt = new Date(stage.clock.now().getTime() + 1000)
  const lines = [{ typeId: event.types[0]!.id, quantity: 1, amountKes: 100 }]
  const wanted = { eventId: event.id, lines, placedAt }
  const waiting = await buildPendingOrders(stage.db, Array(200).fill(wanted))
  const ids = waiting.map(({ id }) => id)
  await stage.db
    .updateTable('order')
    .set({ client_network: address })
    .where('id', 'in', ids)
    .execute()
  stage.pass(MINUTE)
  // The limit is six prompts, and the paid order adds three.
  for (let i = 0; i < 9; i++) expect(await buyFrom(address)).toBe(202)
  expect(await buyFrom(address)).toBe(429)
  await stage.runJobs()
})

// spec: five-prompts-ten
describe('prompts to one phone', () => {
  let addresses = 0
  const newAddress = () => `198.51.100.${++addresses}`

  /** Requests a prompt from each address in turn. `end` is the result of each prompt. */
  async function askFrom(from: string[], phoneNumber: string, end?: number | string | 'paid') {
    const statuses = []
    for (const address of from) {
      const before = stage.daraja.pushes.length
      statuses.push(await buyFrom(address, phoneNumber))
      await stage.runJobs()
      if (stage.daraja.pushes.length > before && end !== undefined) await answer(end)
    }
    return statuses
  }

  async function answer(end: number | string): Promise<void> {
    const prompt = await latestPrompt(stage)
    if (end === 'paid') await pay(stage, { ...prompt, amount: 100 }, newReceipt())
    else await fail(stage, prompt, end)
  }

  const times = (count: number, address = newAddress()) => Array(count).fill(address)
  const apart = (count: number) => Array.from({ length: count }, newAddress)
  const countPushes = (phone: string) =>
    stage.daraja.pushes.filter((push) => push.phone === phone).length
  const FIVE = [202, 202, 202, 202, 202]

  test.each<[string, PushAnswer]>([
    ['M-Pesa could not be reached', { kind: 'refused', code: 'unreachable', raw: {} }],
    ['M-Pesa refused', { kind: 'refused', code: '1001', raw: {} }],
  ])('prompts that were never sent do not count, if %s', async (_what, refused) => {
    const { nextPush } = stage.daraja
    const phone = newPhone()
    stage.daraja.nextPush = () => refused
    expect(await askFrom(times(6), phone)).toEqual([...FIVE, 202])
    stage.daraja.nextPush = nextPush
    expect(await askFrom(times(1), phone)).toEqual([202])
  })

  test('prompts that M-Pesa may have sent count, five in ten minutes', async () => {
    const { nextPush } = stage.daraja
    const phone = newPhone()
    const address = newAddress()
    stage.daraja.nextPush = () => ({ kind: 'unknown', raw: {} })
    expect(await askFrom(times(6, address), phone)).toEqual([...FIVE, 429])
    stage.daraja.nextPush = nextPush
    stage.pass(10 * MINUTE + 1000)
    expect(await askFrom([address], phone)).toEqual([202])
  })

  test.each([
    ['got no response', 1037],
    ['were cancelled or closed', 1032],
    ['ran out', 1019],
  ])('prompts that %s count', async (_, code) => {
    expect(await askFrom(times(6), newPhone(), code)).toEqual([...FIVE, 429])
  })

  test.each([
    ['a wrong PIN', 2001],
    ['no money', 1],
  ])('prompts that ended with %s do not count', async (_, code) => {
    expect(await askFrom(times(6), newPhone(), code)).toEqual([...FIVE, 202])
  })

  test('paid prompts do not count, and neither do the prompts before them', async () => {
    const [phone, address] = [newPhone(), newAddress()]
    expect(await askFrom(times(4, address), phone, 1037)).toEqual(FIVE.slice(1))
    expect(await askFrom([address], phone, 'paid')).toEqual([202])
    stage.pass(MINUTE)
    expect(await askFrom(times(5, newAddress()), phone, 1037)).toEqual(FIVE)
  })

  // spec: phone-owner-buys
  test("five prompts by a stranger do not keep the phone's owner from buying", async () => {
    const [phone, stranger, owner] = [newPhone(), newAddress(), newAddress()]
    expect(await askFrom(times(6, stranger), phone, 1037)).toEqual([...FIVE, 429])
    expect(await askFrom([owner], phone, 'paid')).toEqual([202])
    expect(countPushes(phone)).toBe(6)
  })

  test("an address that is not the owner's gets one more prompt", async () => {
    const [phone, stranger] = [newPhone(), newAddress()]
    await askFrom(times(5), phone, 1037)
    expect(await askFrom(times(2, stranger), phone, 1037)).toEqual([202, 429])
  })

  test.each(['one after the other', 'concurrently'])(
    'a phone gets at most ten prompts, from a hundred addresses %s',
    async (how) => {
      const phone = newPhone()
      const hundred = apart(100)
      if (how === 'concurrently') {
        await Promise.all(hundred.map((address) => buyFrom(address, phone)))
        await stage.runJobs()
        for (let i = 0; i < 20; i++) {
          if (countPushes(phone) > i) await answer(1037)
          await stage.hurry()
        }
      } else {
        await askFrom(hundred, phone, 1037)
      }
      expect(countPushes(phone)).toBe(10)
    },
  )

  test('prompts count for the address that placed the order, not the one that requests another try', async () => {
    const [phone, own] = [newPhone(), newPhone()]
    const order = orderFor(await buildEvent(stage.db), [1], { phoneNumber: own })
    await post(newAddress(), '/api/functions/mpesa', order)
    await stage.runJobs()
    await answer(2001)
    const statuses = []
    for (const address of apart(6)) {
      const url = `/api/orders/${order.orderId}/prompts`
      statuses.push(await post(address, url, { phoneNumber: phone }))
      await stage.runJobs()
      if (statuses.at(-1) === 202) await answer(1037)
    }
    expect(statuses).toEqual([...FIVE, 429])
  })
})
