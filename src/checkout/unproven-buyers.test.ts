// spec: step-hold-share
// Tests the common share of buyers whose phone and address have never paid.
import { beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone, orderFor } from '../../test/build.ts'
import { digitOf, makeDialler } from '../../test/dialler.ts'
import { requestOrder } from '../../test/http.ts'
import { confirmByHand, readCode, validate } from '../../test/paybill.ts'
import {
  endHolds,
  latestPrompt,
  MINUTE,
  newReceipt,
  pay,
  readOrder,
  readOrderState,
  readStock,
  tryAgain,
} from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const SEATS = 400

const stage = keepStage({ TRUST_PROXY: 'yes' })
let event: BuiltEvent
let addresses = 0

beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ capacity: SEATS }] })
})

const newAddress = () => `41.91.${Math.floor(++addresses / 250)}.${addresses % 250}`
const held = async () => (await readStock(stage, event.types[0]!.id)).held

async function ask(quantity: number, from = newAddress(), changes: object = {}) {
  const payload = orderFor(event, [quantity], changes)
  const answer = await requestOrder(stage, payload, { 'x-forwarded-for': from })
  const { statusCode: status, headers } = answer
  return { ...payload, status, body: answer.json(), wait: Number(headers['retry-after']) }
}

const BY_PAYBILL = { payBy: 'paybill' }

/**
 * Orders ten tickets from each address until one order is refused. Returns the response to that
 * order.
 */
async function attack(nextAddress: () => string, changes: object = {}) {
  for (let orders = 0; orders <= SEATS / 10; orders++) {
    const answer = await ask(10, nextAddress(), changes)
    if (answer.status !== 202) return answer
  }
  throw new Error('every order was placed')
}

/** Lets a buyer pay for one ticket of another event. */
async function paidBefore(phoneNumber: string, address: string): Promise<void> {
  const other = await buildEvent(stage.db)
  const order = orderFor(other, [1], { phoneNumber })
  await requestOrder(stage, order, { 'x-forwarded-for': address })
  await stage.runJobs()
  await pay(stage, { ...(await latestPrompt(stage)), amount: order.amount }, newReceipt())
}

describe('the networks of one IPv6 /48', () => {
  let networks = 0
  const nextNetwork = () => `2001:db8:7:${(++networks).toString(16)}::1`

  test('hold together what one address may hold, and leave the rest to others', async () => {
    const refused = await attack(nextNetwork, BY_PAYBILL)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_unpaid'])
    expect(await held()).toBe(SEATS / 10)
    expect((await ask(10, '2001:db8:8::1')).status).toBe(202)
  })

  test('count as one address when another prompt takes tickets again', async () => {
    const old = await ask(10, nextNetwork())
    await endHolds(stage)
    await attack(nextNetwork)
    expect((await tryAgain(stage, old.orderId)).body.code).toBe('too_many_unpaid')
    expect(await held()).toBe(SEATS / 10)
  })

  test('count the tickets that the prompt itself takes again', async () => {
    const old = await ask(10, nextNetwork())
    await endHolds(stage)
    for (let orders = 0; orders < 4; orders++) await ask(9, nextNetwork())
    expect((await tryAgain(stage, old.orderId)).body.code).toBe('too_many_unpaid')
    expect(await held()).toBe(36)
  })
})

describe('all unproven buyers together', () => {
  test('hold a quarter of what is left by paybill, and three quarters in all', async () => {
    const byPaybill = await attack(newAddress, BY_PAYBILL)
    expect([byPaybill.status, byPaybill.body.code]).toEqual([429, 'too_many_by_paybill'])
    expect(byPaybill.wait).toBeGreaterThan(0)
    expect(byPaybill.wait).toBeLessThanOrEqual(180)
    expect(await held()).toBe(100)
    const byPrompt = await attack(newAddress)
    expect([byPrompt.status, byPrompt.body.code]).toEqual([429, 'too_many_unproven'])
    expect(await held()).toBe(300)
  })

  test('leave the rest to phones and addresses that have paid, and to callers by USSD', async () => {
    const [phoneNumber, address] = [newPhone(), newAddress()]
    await paidBefore(phoneNumber, address)
    await attack(newAddress)
    expect((await ask(1)).body.code).toBe('too_many_unproven')
    expect((await ask(1, newAddress(), { phoneNumber })).status).toBe(202)
    expect((await ask(1, address)).status).toBe(202)
    const { dial_code } = await stage.db
      .selectFrom('event')
      .select('dial_code')
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow()
    const dialler = makeDialler(stage)
    const total = await dialler.dial(`${dial_code}*1*1`)
    expect((await dialler.type(digitOf(total, 'Pay'))).isOpen).toBe(false)
  })

  test('hold as much as one order may have of a small event', async () => {
    event = await buildEvent(stage.db, { types: [{ capacity: 10 }] })
    expect((await ask(10, newAddress(), BY_PAYBILL)).status).toBe(202)
    expect((await ask(1)).body.code).toBe('all_taken')
  })

  test('hold their share again once they pay', async () => {
    const first = await ask(10)
    await stage.runJobs()
    const prompt = { ...(await latestPrompt(stage)), amount: first.amount }
    await attack(newAddress)
    expect(await held()).toBe(300)
    await pay(stage, prompt, newReceipt())
    // 390 tickets are left, of which unproven buyers may hold 292. They hold 290.
    expect((await ask(2)).status).toBe(202)
    expect((await ask(1)).status).toBe(429)
  })

  test('count when another prompt takes tickets again', async () => {
    const old = await ask(10)
    await endHolds(stage)
    await attack(newAddress)
    expect((await tryAgain(stage, old.orderId)).body.code).toBe('too_many_unproven')
    await endHolds(stage)
    expect((await tryAgain(stage, old.orderId)).status).toBe(202)
  })
})

describe('a price step with a number', () => {
  beforeEach(async () => {
    const type = { capacity: 10 * SEATS, steps: [{ price: 100, quantity: SEATS }] }
    event = await buildEvent(stage.db, { types: [type] })
  })
  const again = async ({ orderId }: { orderId: string }) => (await tryAgain(stage, orderId)).body

  test('has a share of its own for each address, also when another prompt takes its tickets again', async () => {
    const address = newAddress()
    const old = await ask(10, address)
    await endHolds(stage)
    expect((await attack(() => address)).body.code).toBe('too_many_unpaid')
    expect(await held()).toBe(SEATS / 10)
    expect((await again(old)).code).toBe('too_many_unpaid')
    expect(await held()).toBe(SEATS / 10)
  })

  test('has a share of its own for all unproven buyers, also when another prompt takes its tickets again', async () => {
    const old = await ask(10)
    await endHolds(stage)
    expect((await attack(newAddress, BY_PAYBILL)).body.code).toBe('too_many_by_paybill')
    expect(await held()).toBe(100)
    expect((await attack(newAddress)).body.code).toBe('too_many_unproven')
    expect(await held()).toBe(300)
    expect((await again(old)).code).toBe('too_many_unproven')
    await endHolds(stage)
    expect((await again(old)).code).toBeUndefined()
    expect(await held()).toBe(10)
  })
})

describe('an order by paybill', () => {
  const lasts = async (orderId: string) => {
    const { pay_until } = (await readOrder(stage, orderId)).body
    const { created_at } = await stage.db
      .selectFrom('order')
      .select('created_at')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    return Date.parse(pay_until) - created_at.getTime()
  }

  test('of an unproven buyer is held for three minutes, which its page says', async () => {
    const order = await ask(1, newAddress(), BY_PAYBILL)
    expect(await lasts(order.orderId)).toBe(3 * MINUTE)
    expect(order.body.pay_until).toBe((await readOrder(stage, order.orderId)).body.pay_until)
    stage.pass(3 * MINUTE + 1000)
    await stage.sweep()
    expect(await readOrderState(stage, order.orderId)).toBe('expired')
    expect(await held()).toBe(0)
  })

  test('is held for ten minutes from the start once its buyer asks for a prompt', async () => {
    const order = await ask(1, newAddress(), BY_PAYBILL)
    stage.pass(2 * MINUTE)
    expect((await tryAgain(stage, order.orderId)).status).toBe(202)
    await stage.runJobs()
    const { ends_at, created_at } = await stage.db
      .selectFrom('hold as h')
      .innerJoin('order as o', 'o.id', 'h.order_id')
      .select(['h.ends_at', 'o.created_at'])
      .where('o.id', '=', order.orderId)
      .executeTakeFirstOrThrow()
    expect(ends_at.getTime() - created_at.getTime()).toBe(10 * MINUTE)
  })

  test('is held for ten minutes once M-Pesa has sent a validation request that we accept', async () => {
    const order = await ask(1, newAddress(), BY_PAYBILL)
    const account = await readCode(stage, order.orderId)
    expect(await validate(stage, { account, amount: 99 })).toBe('C2B00013')
    expect(await lasts(order.orderId)).toBe(3 * MINUTE)
    expect(await validate(stage, { account, amount: 100 })).toBe('0')
    expect(await lasts(order.orderId)).toBe(10 * MINUTE)
    stage.pass(9 * MINUTE)
    await stage.sweep()
    expect(await held()).toBe(1)
    await confirmByHand(stage, { account, amount: 100 })
    await stage.runJobs()
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
  })

  test('that M-Pesa has validated no longer counts as one of an unproven buyer', async () => {
    const order = await ask(10, newAddress(), BY_PAYBILL)
    await validate(stage, { account: await readCode(stage, order.orderId), amount: order.amount })
    await attack(newAddress, BY_PAYBILL)
    // Paybill may hold a quarter of the 390 tickets that proven buyers do not hold: 97 tickets, so
    // nine orders of ten tickets.
    expect(await held()).toBe(10 + 90)
  })

  test('of a phone that has paid before is held for ten minutes from the start', async () => {
    const phoneNumber = newPhone()
    await paidBefore(phoneNumber, newAddress())
    const order = await ask(1, newAddress(), { ...BY_PAYBILL, phoneNumber })
    expect(await lasts(order.orderId)).toBe(10 * MINUTE)
  })
})
