import { beforeEach, describe, expect, test } from 'vitest'
import {
  type BuiltEvent,
  buildCode,
  buildEvent,
  newPhone,
  orderFor,
  type TypeSpec,
} from '../../test/build.ts'
import { callApi } from '../../test/http.ts'
import { MINUTE, readStock } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import type { OrderRequest } from './checkout.contract.ts'

const stage = keepStage()

let addresses = 0
beforeEach(() => {
  addresses += 1
})

const FREE: TypeSpec = { name: 'Entry', price: 0, isFree: true, maxPerOrder: 4 }
const hourFromNow = () => new Date(stage.clock.now().getTime() + 60 * MINUTE)

type FreeRequest = OrderRequest & { orderId: string }

const freeOrder = (event: BuiltEvent, quantity = 1, changes: Partial<OrderRequest> = {}) =>
  orderFor(event, [quantity], { payBy: 'free', ...changes })

async function send(order: OrderRequest, remoteAddress = `10.7.0.${addresses}`) {
  return await callApi(stage, {
    ...{ method: 'POST', url: '/api/functions/mpesa', payload: order, remoteAddress },
    headers: { prefer: 'respond-async' },
  })
}

const refusalOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.code]

/** Requests the code of an order, and reads it from the SMS. */
async function codeFor(order: OrderRequest): Promise<string> {
  const { status, body } = await send(order)
  expect([status, body.status]).toEqual([202, 'code'])
  await stage.runJobs()
  return stage.textsTo(stored(order.phoneNumber)).at(-1)!.slice(0, 6)
}

const stored = (phone: string) => phone.replace(/^0/, '254')

async function take(order: FreeRequest) {
  const proof = await codeFor(order)
  const taken = await send({ ...order, proof })
  expect(taken.status).toBe(202)
  await stage.runJobs()
  return {
    order: { ...order, proof },
    settled: await callApi(stage, `/api/orders/${order.orderId}`),
  }
}

const countOrders = async () =>
  Number(
    (await stage.db
      .selectFrom('order')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirst())!.n,
  )

const smsTo = async (order: OrderRequest) => {
  await stage.runJobs()
  return stage.textsTo(stored(order.phoneNumber))
}

// spec: free-order-stores-nothing
test('a free order without proof sends a code, and stores, holds and blocks nothing', async () => {
  const event = await buildEvent(stage.db, { title: 'Park run', types: [FREE] })
  const order = freeOrder(event, 2, { phoneNumber: '0712345678' })
  const before = await countOrders()
  const { status, body } = await send(order)
  expect([status, body]).toEqual([
    202,
    { status: 'code', message: 'We sent a code to 07•• ••• 678. It is valid for 45 minutes.' },
  ])
  expect(await smsTo(order)).toEqual([
    expect.stringMatching(
      /^\d{6} is your code for free tickets to Park run. Not you\? Don't share it. Valid 45 minutes.$/,
    ),
  ])
  expect(await countOrders()).toBe(before)
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: 0 })
})

test('with the code, the tickets are sold and issued as those of any order', async () => {
  const event = await buildEvent(stage.db, { types: [FREE] })
  const { order, settled } = await take(freeOrder(event, 2))
  expect(settled.status).toBe(200)
  expect(settled.body).toMatchObject({
    ...{ status: '0', rrn: '', refund: null, can_retry: false },
    message: 'Your tickets have been sent by SMS.',
    transaction: { amount: 0, tickets: [{ quantity: 2 }] },
  })
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: 2 })
  expect((await smsTo(order)).at(-1)).toContain('2 x Entry')
})

// spec: free-order-number
test('the reply of a free order has its number, and My Ticket finds the tickets by it', async () => {
  const event = await buildEvent(stage.db, { types: [FREE] })
  const { settled } = await take(freeOrder(event, 2))
  const { order_number, tickets } = settled.body.transaction
  expect(order_number).toMatch(/^[0-9A-Z]{8}$/)
  const found = await callApi(stage, {
    ...{ method: 'POST', url: '/api/functions/ticket-lookup' },
    payload: { reference: order_number.toLowerCase() },
  })
  expect(found.body.ticket_number).toBe(tickets[0].ticket_number)
})

// spec: free-order-stores-nothing
test('a repeated request returns the order that exists, long after its code has ended', async () => {
  const event = await buildEvent(stage.db, { types: [FREE] })
  const { order } = await take(freeOrder(event))
  stage.pass(3 * 60 * MINUTE)
  for (const again of [order, { ...order, proof: '000000' }]) {
    expect(await send(again)).toMatchObject({ status: 200, body: { order_id: order.orderId } })
  }
  const { proof: _, ...unproven } = order
  expect(await send(unproven)).toMatchObject({ status: 200, body: { order_id: order.orderId } })
  expect(refusalOf(await send({ ...order, phoneNumber: newPhone() }))).toEqual([
    409,
    'order_conflict',
  ])
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ sold: 1 })
})

test('a wrong code is refused, and takes nothing', async () => {
  const event = await buildEvent(stage.db, { types: [FREE] })
  const order = freeOrder(event)
  const proof = await codeFor(order)
  const wrong = String((Number(proof) + 1) % 1e6).padStart(6, '0')
  expect(await send({ ...order, proof: wrong })).toMatchObject({
    status: 422,
    body: { code: 'wrong_code', field: 'proof', error: 'Wrong code. Please check the SMS.' },
  })
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ held: 0, sold: 0 })
})

test('a code proves its phone for its event only', async () => {
  const [event, other] = [
    await buildEvent(stage.db, { types: [FREE] }),
    await buildEvent(stage.db, { types: [FREE] }),
  ]
  const order = freeOrder(event)
  const proof = await codeFor(order)
  for (const taking of [
    freeOrder(other, 1, { phoneNumber: order.phoneNumber, proof }),
    freeOrder(event, 1, { proof }),
  ]) {
    expect(refusalOf(await send(taking))).toEqual([422, 'wrong_code'])
  }
})

// spec: free-order-stores-nothing
describe('an order that would be refused gets no SMS', () => {
  type Case = [
    expected: [number, string],
    why: string,
    type: TypeSpec,
    make: (event: BuiltEvent) => OrderRequest | Promise<OrderRequest>,
  ]
  const cases: Case[] = [
    [
      [409, 'sold_out'],
      'sold out',
      { ...FREE, capacity: 1 },
      async (event) => {
        await take(freeOrder(event))
        return freeOrder(event)
      },
    ],
    [[409, 'few_left'], 'too few left', { ...FREE, capacity: 1 }, (event) => freeOrder(event, 2)],
    [[422, 'too_many'], 'more than an order may have', FREE, (event) => freeOrder(event, 5)],
    [[422, 'not_free'], 'a ticket with a price', { price: 500 }, (event) => freeOrder(event)],
    [[422, 'nothing_to_pay'], 'a price of 0 without the tick', { price: 0 }, (e) => freeOrder(e)],
    [
      [422, 'unknown_code'],
      'a code that does not exist',
      FREE,
      (event) => freeOrder(event, 1, { promo_code: 'NO SUCH' }),
    ],
    [
      [409, 'phone_limit'],
      'the phone has as many tickets as it may have',
      FREE,
      async (event) => {
        const { order } = await take(freeOrder(event, 3))
        return freeOrder(event, 2, { phoneNumber: order.phoneNumber })
      },
    ],
    [
      [409, 'sales_closed'],
      'a sale that is over, before another begins',
      { ...FREE, saleUntil: new Date(0) },
      (event) => freeOrder(event),
    ],
  ]
  test.each(cases)('%j: %s', async (expected, _why, type, make) => {
    const event = await buildEvent(stage.db, { types: [type] })
    const order = await make(event)
    const before = (await smsTo(order)).length
    expect(refusalOf(await send(order))).toEqual(expected)
    expect(await smsTo(order)).toHaveLength(before)
  })
})

test('a ticket that a code makes free is taken as a free one', async () => {
  const event = await buildEvent(stage.db, { types: [{ price: 500 }] })
  const { code } = await buildCode(stage.db, event, { kind: 'percent', value: 100 })
  const [type] = event.types
  const order = freeOrder(event, 1, {
    ...{ promo_code: code, amount: 0 },
    tickets: [{ ticketTypeId: type!.id, quantity: 1, amount: 0 }],
  })
  expect((await take(order)).settled.body).toMatchObject({ status: '0' })
})

test('a phone can be proved before the sale begins, and the tickets taken with the code after it', async () => {
  const event = await buildEvent(stage.db, { types: [{ ...FREE, saleFrom: hourFromNow() }] })
  const order = freeOrder(event)
  stage.pass(45 * MINUTE)
  const proof = await codeFor(order)
  expect(refusalOf(await send({ ...order, proof: '12345' }))).toEqual([422, 'wrong_code'])
  expect(refusalOf(await send({ ...order, proof }))).toEqual([409, 'not_on_sale'])
  stage.pass(30 * MINUTE)
  expect((await send({ ...order, proof })).status).toBe(202)
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ sold: 1 })
})

// spec: free-order-strangers
test('a script with 1,000 phones that it does not own takes nothing', async () => {
  const event = await buildEvent(stage.db, { types: [{ ...FREE, capacity: 1000 }] })
  const answers = new Map<string, number>()
  const attack = async (index: number) => {
    // Few phones share an address, so that the limit per address does not protect the event.
    const address = `10.8.${index % 250}.1`
    const order = freeOrder(event, 4)
    if (index % 10 === 0) await send(order, address)
    const guess = String(index).padStart(6, '0')
    const said = refusalOf(await send({ ...order, proof: guess }, address)).join(' ')
    answers.set(said, (answers.get(said) ?? 0) + 1)
  }
  for (let first = 0; first < 1000; first += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => attack(first + index)))
  }
  expect([...answers]).toEqual([['422 wrong_code', 1000]])
  const [type] = event.types
  expect(await readStock(stage, type!.id)).toMatchObject({ held: 0, sold: 0 })
  // The codes that the script has requested do not stop other buyers.
  expect((await take(freeOrder(event, 4))).settled.body).toMatchObject({ status: '0' })
  expect(await readStock(stage, type!.id)).toMatchObject({ held: 0, sold: 4 })
})

describe('the budget of the organizer', () => {
  const small = keepStage({ BUDGET_FREE: '1', BUDGET_CODES: '5', BUDGET_PER_RECIPIENT: '2' })

  const post = (order: OrderRequest) =>
    callApi(small, {
      ...{ method: 'POST', url: '/api/functions/mpesa', payload: order },
      headers: { prefer: 'respond-async', 'accept-language': 'en' },
    })
  const codeOf = async ({ phoneNumber }: OrderRequest) => {
    await small.runJobs()
    const texts = small.textsTo(phoneNumber)
    return texts.findLast((text) => /^\d{6} is your code/.test(text))!.slice(0, 6)
  }

  // spec: free-order-budget
  test('counts tickets, and codes apart; at its end nothing is taken, and the refusal says why', async () => {
    const event = await buildEvent(small.db, { types: [FREE] })
    const orders = [freeOrder(event), freeOrder(event), freeOrder(event)] as const
    for (const order of orders) expect((await post(order)).status).toBe(202)
    expect((await post({ ...orders[0], proof: await codeOf(orders[0]) })).status).toBe(202)
    const refused = await post({ ...orders[1], proof: await codeOf(orders[1]) })
    expect([refused.status, refused.body.error]).toEqual([
      429,
      'No more free tickets from this organizer today. Try again in 24 hours.',
    ])
    const another = freeOrder(event)
    expect(refusalOf(await post(another))).toEqual([429, 'too_many_requests'])
    await small.runJobs()
    expect(small.textsTo(another.phoneNumber)).toEqual([])
    expect(await readStock(small, event.types[0]!.id)).toMatchObject({ held: 0, sold: 1 })
    small.pass(25 * 60 * MINUTE)
    expect((await post(freeOrder(event))).status).toBe(202)
  })

  test('counts the tickets of a phone over all organizers', async () => {
    const phoneNumber = newPhone()
    const orderOfNext = async () =>
      freeOrder(await buildEvent(small.db, { types: [FREE] }), 1, { phoneNumber })
    for (let taken = 1; taken <= 2; taken++) {
      const order = await orderOfNext()
      expect((await post(order)).status).toBe(202)
      expect((await post({ ...order, proof: await codeOf(order) })).status).toBe(202)
    }
    expect((await post(await orderOfNext())).body.error).toContain(
      'A phone can get 2 free tickets a day.',
    )
  })
})
