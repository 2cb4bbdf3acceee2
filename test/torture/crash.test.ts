import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest'
import { newPhone, orderFor } from '../build.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { audit } from './audit.ts'
import { closeBarrier } from './barrier.ts'
import { askGate, buyer, type Order, phones } from './clients.ts'
import { rareTest, todays } from './daily.ts'
import { waitForQuiet } from './facts.ts'
import { type Shop, startShop } from './processes.ts'
import { CHECK_IN_STEPS, STEPS } from './steps.ts'
import { buildSteward } from './stewards.ts'
import { waitFor } from './wait-for.ts'

let database: TestDatabase
let shop: Shop

beforeAll(async () => {
  database = await createTestDatabase()
  const types = [
    { name: 'Standard', price: 150, capacity: 1000, gates: ['North', 'South'] },
    { name: 'VIP', price: 999.5, capacity: 1000 },
  ]
  // With these scales a prompt, and an order in the queue, last eight seconds: both must outlast a
  // restart on a loaded machine.
  const scales = { timeScale: 0.08, sandboxTimeScale: 0.5 }
  shop = await startShop({ databaseUrl: database.url, ...scales, types })
})
beforeEach(async () => {
  onTestFailed(() => console.error(shop.app.readLog().slice(-10_000)))
  await phones(shop).clearFaults()
  // An earlier test that failed may have left the server stopped.
  if (!shop.app.isRunning()) await shop.app.start()
})
afterAll(async () => {
  await shop?.close()
  await database?.close()
})

/** Makes an order. Its phone pays automatically, or waits for the test if `auto` is null. */
async function newOrder(auto: 'pay' | null = 'pay'): Promise<Order> {
  const order = orderFor(shop.event, [2, 1], { phoneNumber: newPhone() })
  await phones(shop).set(order.phoneNumber, { auto })
  return order
}

function readPayments(order: Order) {
  return shop.db.selectFrom('payment').selectAll().where('order_id', '=', order.orderId).execute()
}

async function waitForPayment(order: Order, state: string): Promise<void> {
  await waitFor(`the payment is ${state}`, async () =>
    (await readPayments(order)).some((payment) => payment.state === state),
  )
}

/** Waits until the sandbox has accepted a push whose response is delayed. */
async function waitForPushUnderWay(): Promise<void> {
  const delayed = async () => (await phones(shop).faultCounts()).push!.delay_ms === 1
  await waitFor('the push is under way', delayed)
}

const takenFor = async ({ phoneNumber }: Order) =>
  (await phones(shop).ledger()).filter(({ msisdn }) => msisdn === phoneNumber).length

async function restart(): Promise<void> {
  expect(shop.app.isRunning()).toBe(false)
  await shop.app.start()
}

/**
 * Repeats the request with the same id, like the buyer's browser. Then expects exactly one prompt,
 * one payment, and one SMS per ticket.
 */
async function expectOneSale(order: Order, most: { texts: number } = { texts: 2 }): Promise<void> {
  const again = await buyer(shop).placeUntilAnswered(order)
  expect(again.body).toMatchObject({ order_id: order.orderId })
  const settled = await buyer(shop).followUntilSettled(order.orderId)
  expect(settled).toMatchObject({ status: '0', transaction: { tickets: [{}, {}] } })
  expect(await takenFor(order)).toBe(1)
  const [payment, ...more] = await readPayments(order)
  expect([payment!.state, payment!.use, more]).toEqual(['confirmed', 'sale', []])
  const { code } = await shop.db
    .selectFrom('order')
    .select('code')
    .where('id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  expect(phones(shop).promptCounts().get(code)).toBe(1)
  const texts = await waitFor('both tickets are on the phone', async () => {
    const found = await readTexts(order)
    return new Set(found).size >= 2 ? found : null
  })
  expect(texts.length).toBeLessThanOrEqual(most.texts)
}

/** Returns the ticket numbers in the SMS on the phone; one SMS may have both. */
async function readTexts(order: Order): Promise<string[]> {
  const { messages } = await phones(shop).read(order.phoneNumber)
  return messages.flatMap(({ text }) => text.match(/\b[0-9A-Z]{4}(?: [0-9A-Z]{4}){3}\b/g) ?? [])
}

test.each(todays(STEPS))(
  'after kill -9 at $step, the purchase ends with one of everything',
  async ({ at, connections = 'break', faults, texts = 2 }) => {
    const order = await newOrder()
    if (faults) await phones(shop).setFaults(faults)
    const barrier = await closeBarrier(shop, at, order.phoneNumber)
    const first = buyer(shop)
      .place(order)
      .catch(() => null)
    await barrier.waitUntilReached()
    await shop.app.kill()
    await barrier.open(connections)
    await restart()
    await first
    await expectOneSale(order, { texts })
  },
)

test('a callback gets no response before it is stored', async () => {
  const order = await newOrder(null)
  await buyer(shop).place(order)
  await waitForPayment(order, 'prompted')
  const [payment] = await readPayments(order)
  const at = { table: 'provider_callback', on: 'insert' } as const
  const barrier = await closeBarrier(shop, at, order.phoneNumber)
  const answer = fetch(`${shop.origin}/cb/p/${payment!.callback_token}`, {
    method: 'POST',
    body: '{}',
  }).then(
    (reply) => `answered with ${reply.status}`,
    () => 'not answered',
  )
  await barrier.waitUntilReached()
  await shop.app.kill()
  await barrier.open('break')
  await restart()
  expect(await answer).toBe('not answered')
  await payByHand(order)
  await expectOneSale(order)
})

rareTest('after kill -9 with both SMS sent and reported, neither is sent again', async () => {
  const order = await newOrder()
  const at = { table: 'message', on: 'update', when: "new.state = 'sent'" } as const
  const barrier = await closeBarrier(shop, at, order.phoneNumber)
  await buyer(shop).place(order)
  await barrier.waitUntilReached()
  await waitFor('both are reported', async () => {
    const reports = await shop.db
      .selectFrom('delivery_report')
      .selectAll()
      .where('recipient', '=', order.phoneNumber)
      .where('status', '=', 'Success')
      .execute()
    return reports.length === 2
  })
  await shop.app.kill()
  await barrier.open('break')
  await restart()
  await waitFor('both are known to be delivered', async () => {
    const messages = await readMessages(order)
    return messages.every((message) => message.state === 'delivered')
  })
  expect((await readMessages(order)).map((message) => message.resent)).toEqual([0, 0])
  expect(await readTexts(order)).toHaveLength(2)
})

function readMessages(order: Order) {
  return shop.db
    .selectFrom('message')
    .selectAll()
    .where('recipient', '=', order.phoneNumber)
    .execute()
}

rareTest('after kill -9 during the push, its callback finds the payment', async () => {
  const order = await newOrder()
  await phones(shop).setFaults({ push: { delay_ms: [1000, 1000] } })
  await buyer(shop).place(order)
  await waitForPushUnderWay()
  await shop.app.kill()
  await waitFor('the phone has paid', async () => (await takenFor(order)) === 1)
  await restart()
  await expectOneSale(order)
})

/** Moves the end of the order's hold into the past. */
async function endHold({ orderId }: Order): Promise<void> {
  await sql`update hold set expires_at = now(), ends_at = now(),
    paybill_until = least(paybill_until, now()) where order_id = ${orderId}`.execute(shop.db)
}

rareTest('after kill -9 during a push that fails, the hold ends on its own', async () => {
  const order = await newOrder()
  await phones(shop).setFaults({ push: { delay_ms: [1000, 1000], http_500: 1 } })
  await buyer(shop).place(order)
  await waitForPushUnderWay()
  await shop.app.kill()
  await endHold(order)
  await restart()
  const settled = await buyer(shop).followUntilSettled(order.orderId)
  expect(settled).toMatchObject({ status: 'expired', can_retry: true })
  expect(await takenFor(order)).toBe(0)
})

rareTest('after kill -9 during a waiting call, the repeated call gets the result', async () => {
  const order = await newOrder(null)
  const broken = expect(buyer(shop).buyAndWait(order)).rejects.toThrow()
  await waitForPayment(order, 'prompted')
  await shop.app.kill()
  await broken
  await restart()
  const waiting = buyer(shop).buyAndWait(order)
  await payByHand(order)
  // The status is 202 if the restart took longer than a call waits for the result.
  const answer = await waiting
  expect([200, 202]).toContain(answer.status)
  expect(answer.body.order_id).toBe(order.orderId)
  await expectOneSale(order)
})

async function payByHand({ phoneNumber }: Order): Promise<void> {
  const [prompt] = (await phones(shop).read(phoneNumber)).prompts
  await phones(shop).answer(phoneNumber, prompt!.id, { action: 'pay', pin: '1234' })
}

rareTest(
  'after kill -9 when a failed order is retried, the second prompt is sent once',
  async () => {
    const order = await newOrder(null)
    await phones(shop).set(order.phoneNumber, { auto: 'cancel' })
    await buyer(shop).place(order)
    expect(await buyer(shop).followUntilSettled(order.orderId)).toMatchObject({ status: 'failed' })
    await phones(shop).set(order.phoneNumber, { auto: 'pay' })
    const barrier = await closeBarrier(shop, { table: 'payment', on: 'insert' }, order.phoneNumber)
    expect((await buyer(shop).tryAgain(order.orderId, order.phoneNumber)).status).toBe(202)
    await barrier.waitUntilReached()
    await shop.app.kill()
    await barrier.open('break')
    await restart()
    expect(await buyer(shop).followUntilSettled(order.orderId)).toMatchObject({ status: '0' })
    expect(await takenFor(order)).toBe(1)
    expect((await readPayments(order)).map((payment) => payment.state).sort()).toEqual([
      'confirmed',
      'failed',
    ])
  },
)

rareTest('after kill -9 when a hold ends, its tickets are released once', async () => {
  const order = await newOrder(null)
  await phones(shop).set(order.phoneNumber, { auto: 'cancel' })
  const at = { table: 'order', on: 'update', when: "new.state = 'expired'" } as const
  const barrier = await closeBarrier(shop, at, order.phoneNumber)
  await buyer(shop).place(order)
  await waitFor('it was cancelled', async () => {
    const { body } = await buyer(shop).read(order.orderId, 1)
    return body.status === 'failed'
  })
  await endHold(order)
  await barrier.waitUntilReached()
  await shop.app.kill()
  await barrier.open('break')
  await restart()
  await waitFor('the order has expired', async () => {
    const { body } = await buyer(shop).read(order.orderId, 1)
    return body.status === 'expired'
  })
})

// spec: every-answer-gate
test.each(todays(CHECK_IN_STEPS))(
  'after kill -9 while $step, the repeated check-in admits one person',
  async ({ at }) => {
    const order = await newOrder()
    await buyer(shop).place(order)
    await buyer(shop).followUntilSettled(order.orderId)
    const { number } = await shop.db
      .selectFrom('ticket')
      .select('number')
      .where('order_id', '=', order.orderId)
      .where('admits', '=', 2)
      .executeTakeFirstOrThrow()
    const headers = await buildSteward(shop)
    const nonce = randomUUID()
    const ask = () => askGate(shop, headers, { number, nonce })
    const barrier = await closeBarrier(shop, at, order.phoneNumber)
    const first = ask().catch(() => null)
    await barrier.waitUntilReached()
    await shop.app.kill()
    await barrier.open('break')
    await restart()
    expect(await first).toBeNull()
    const second = await ask()
    expect(second).toMatchObject({ status: 200, body: { result: 'valid', admits: 1, left: 1 } })
    expect(await ask()).toEqual(second)
    const rows = shop.db.selectFrom('check_in').selectAll().where('nonce', '=', nonce)
    expect(await rows.execute()).toHaveLength(1)
  },
)

rareTest(
  'after kill -9 of the sandbox, its ledger survives and an open prompt can be paid',
  async () => {
    const [paid, open] = [await newOrder(), await newOrder(null)]
    await buyer(shop).place(paid)
    await buyer(shop).followUntilSettled(paid.orderId)
    await buyer(shop).place(open)
    await waitForPayment(open, 'prompted')
    const before = await phones(shop).ledger()
    await shop.sandbox.kill()
    const refused = await newOrderWhileDown()
    await shop.sandbox.start()
    expect(await phones(shop).ledger()).toEqual(before)
    await payByHand(open)
    await expectOneSale(open)
    await phones(shop).set(refused.phoneNumber, { auto: 'pay' })
    expect((await buyer(shop).tryAgain(refused.orderId, refused.phoneNumber)).status).toBe(202)
    expect(await buyer(shop).followUntilSettled(refused.orderId)).toMatchObject({ status: '0' })
  },
)

/**
 * Places an order while M-Pesa cannot be reached. Expects that the buyer is not charged and sees
 * the reason.
 */
async function newOrderWhileDown(): Promise<Order> {
  const order = orderFor(shop.event, [1], { phoneNumber: newPhone() })
  await buyer(shop).place(order)
  const settled = await buyer(shop).followUntilSettled(order.orderId)
  // No prompt was sent, so the hold has ended, and the next sweep expires the order.
  expect(['failed', 'expired']).toContain(settled.status)
  expect(settled).toMatchObject({ result_code: 'unreachable' })
  return order
}

test('after all crashes nothing is lost, and nothing exists twice', async () => {
  const facts = await waitForQuiet(shop)
  expect(audit(facts)).toEqual([])
  expect(facts.ledger.length).toBeGreaterThan(todays(STEPS).length)
}, 300_000)
