// spec: refund-whole, refund-unclear
import { beforeEach, describe, expect, test } from 'vitest'
import { readBookDifferences } from '../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { MINUTE, post, readOrderState, readPayments, readStock } from '../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import { bought, callAsAdmin, paidByHand, readRefunds, readSteps } from '../../test/refunds.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent

beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 500, capacity: 50 }] })
  stage.sent.length = 0
})

const ask = (order: { orderId: string }, more: object = {}) =>
  callAsAdmin(stage, 'POST', '/api/refunds', {
    order_id: order.orderId,
    reason: 'technical_error',
    ...more,
  })

/** The messages that the buyer got after the ticket SMS. */
const texts = (phone: string) =>
  stage.sent.filter((sms) => sms.phone === phone && /refunded/i.test(sms.body))

test('a whole payment goes back by a Reversal, and every figure and book says so', async () => {
  const order = await bought({ stage, world }, event, [2])
  const { status, body } = await ask(order)
  expect(status).toBe(201)
  expect(body).toMatchObject({ amount: 1000, state: 'due', reason: 'technical_error' })
  await stage.runJobs()
  expect(await readOrderState(stage, order.orderId)).toBe('refund_due')
  await world.deliver()
  expect(world.requests).toMatchObject([{ kind: 'reversal', receipt: order.receipt }])
  const [refund] = await readRefunds(stage, order.orderId)
  expect(refund).toMatchObject({ state: 'done', way: 'reversal', receipt: world.moved[0]!.receipt })
  expect(await readSteps(stage, refund!.id)).toEqual([
    'due: technical_error',
    'sending: reversal',
    'sent: accepted',
    'unknown: reported 0',
    'done: status',
  ])
  expect(await readOrderState(stage, order.orderId)).toBe('refunded')
  expect(await readPayments(stage, order.orderId)).toMatchObject([{ use: 'refunded' }])
  expect(await readStock(stage, event.types[0]!.id)).toMatchObject({ sold: 0, held: 0 })
  expect(texts(order.phone).map(({ body: text }) => text)).toEqual([
    expect.stringMatching(
      /^Your KES 1,000 for Derby Day will be refunded by \d+ \w+ to the M-PESA/,
    ),
    `Refunded: KES 1,000 for Derby Day. M-PESA ${world.moved[0]!.receipt}. Ref ${order.code}`,
  ])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('a payment that was reversed before counts as refunded', async () => {
  const order = await bought({ stage, world }, event)
  world.moved.push({
    kind: 'reversal',
    receipt: 'UKZ0000001',
    amountCents: order.amountCents,
    original: order.receipt,
    originator: 'safaricom',
  })
  await ask(order)
  await world.settle(2)
  expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'done', receipt: null }])
  expect(world.moved).toHaveLength(1)
})

test("if M-Pesa refuses the Reversal, the payer's number is paid", async () => {
  const order = await bought({ stage, world }, event)
  world.faults.reversal = ['refused']
  await ask(order)
  await world.settle(2)
  expect(world.requests).toMatchObject([
    { kind: 'reversal' },
    { kind: 'b2c', phone: order.phone, amountCents: 500_00 },
  ])
  expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'done', way: 'b2c' }])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test("a refund to a masked payer needs manual review, and the order's phone gets nothing", async () => {
  const order = await paidByHand({ stage, world }, event, '2547 ***** 126')
  world.faults.reversal = ['refused']
  await ask(order)
  await stage.runJobs()
  await world.deliver()
  await world.settle(48)
  expect(world.kinds()).toEqual(['reversal'])
  const [refund] = await readRefunds(stage, order.orderId)
  expect(refund).toMatchObject({ state: 'manual', phone: null, failure_code: 'payer_unknown' })
})

test('nothing is refunded before M-Pesa has listed the payment', async () => {
  const order = await bought({ stage, world }, event, [1], { listed: false })
  await ask(order)
  await world.settle(2)
  expect(world.requests).toEqual([])
  await order.list()
  await world.settle(1)
  expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'done' }])
})

test('a payment that M-Pesa never lists needs manual review', async () => {
  const order = await bought({ stage, world }, event, [1], { listed: false })
  await ask(order)
  await world.settle(50)
  expect(world.requests).toEqual([])
  const found = [{ state: 'manual', failure_code: 'not_listed' }]
  expect(await readRefunds(stage, order.orderId)).toMatchObject(found)
})

describe('what M-Pesa does not say clearly', () => {
  test('after a lost response M-Pesa is queried, and a Reversal that was made is not repeated', async () => {
    const order = await bought({ stage, world }, event)
    world.faults.reversal = ['lost']
    await ask(order)
    await world.settle(2)
    expect(world.kinds()).toEqual(['reversal', 'status'])
    expect(await readRefunds(stage, order.orderId)).toMatchObject([
      { state: 'done', receipt: world.moved[0]!.receipt },
    ])
  })

  test('an attempt is repeated only if the status query finds nothing', async () => {
    const order = await bought({ stage, world }, event)
    world.faults.reversal = ['not_taken']
    await ask(order)
    await world.settle(4)
    expect(world.kinds()).toEqual(['reversal', 'status', 'reversal'])
    expect(world.moved).toHaveLength(1)
    expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'done' }])
  })

  test('a repeated B2C payment keeps its OriginatorConversationID', async () => {
    const order = await bought({ stage, world }, event)
    world.faults.reversal = ['refused']
    world.faults.b2c = ['not_taken', 'taken']
    world.faults.status = ['refused', 'lost', 'not_taken']
    await ask(order)
    await world.settle(24)
    const ids = new Set(world.calls('b2c').map((call) => call.originatorConversationId))
    expect(world.calls('b2c').length).toBeGreaterThan(1)
    expect(ids.size).toBe(1)
    expect(world.moved).toHaveLength(1)
    expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'done', way: 'b2c' }])
  })

  test('a time-out is unknown, even if the money has moved', async () => {
    const order = await bought({ stage, world }, event)
    world.faults.reversal = ['timeout_done']
    await ask(order)
    await stage.runJobs()
    await world.deliver()
    expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'unknown' }])
    await world.settle(2)
    expect(world.kinds()).toEqual(['reversal', 'status'])
    expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'done' }])
    expect(world.moved).toHaveLength(1)
  })

  test('a result is stored before it is read', async () => {
    const order = await bought({ stage, world }, event)
    await ask(order)
    await stage.runJobs()
    const [report] = world.outbox
    const { status } = await post(stage, new URL(report!.url).pathname, report!.body)
    expect(status).toBe(200)
    const token = report!.url.split('/').at(-1)!
    const stored = await stage.db
      .selectFrom('provider_callback')
      .select(['kind', 'body', 'outcome'])
      .where('token', '=', token)
      .execute()
    expect(stored).toEqual([{ kind: 'result', body: JSON.stringify(report!.body), outcome: null }])
    expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'sent' }])
  })

  test.each(['before_answer', 'twice'] as const)(
    'a result posted %s makes one refund',
    async (fault) => {
      const order = await bought({ stage, world }, event)
      world.faults.reversal = [fault]
      await ask(order)
      await stage.runJobs()
      await world.deliver()
      await world.settle(12)
      expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'done' }])
      expect(world.moved).toHaveLength(1)
      expect(texts(order.phone)).toHaveLength(2)
      expect(await readBookDifferences(stage.db)).toEqual([])
    },
  )

  test('a late result after the status query has confirmed the refund changes nothing', async () => {
    const order = await bought({ stage, world }, event)
    world.faults.reversal = ['late']
    await ask(order)
    await world.settle(2)
    const before = await readRefunds(stage, order.orderId)
    expect(before).toMatchObject([{ state: 'done' }])
    await world.deliverLate()
    expect(await readRefunds(stage, order.orderId)).toEqual(before)
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test('after a crash during the request M-Pesa is queried, and nothing is sent again blindly', async () => {
    const order = await bought({ stage, world }, event)
    await ask(order)
    const { reverse } = stage.daraja
    stage.daraja.reverse = async (request) => {
      await reverse(request)
      throw new Error('killed')
    }
    await expect(stage.runJobs()).rejects.toThrow('killed')
    stage.daraja.reverse = reverse
    world.outbox.length = 0
    expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'sending' }])
    await stage.hurry()
    expect(world.kinds()).toEqual(['reversal'])
    stage.pass(3 * MINUTE)
    await stage.sweep()
    expect(world.kinds()).toEqual(['reversal', 'status'])
    await world.settle(8)
    expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'done' }])
    expect(world.moved).toHaveLength(1)
  })
})

test('a refund from an empty account is retried automatically, each time as a new payment', async () => {
  const order = await bought({ stage, world }, event)
  world.faults.reversal = ['refused']
  world.utilityCents = 0
  await ask(order)
  await world.settle(5)
  const calls = world.calls('b2c')
  expect(calls.length).toBeGreaterThan(1)
  expect(new Set(calls.map((call) => call.originatorConversationId)).size).toBe(calls.length)
  world.utilityCents = 500_00
  await world.settle(8)
  expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'done', way: 'b2c' }])
  expect(world.moved).toHaveLength(1)
})

test('while sending is off nothing is sent, and when it is on again everything is', async () => {
  const order = await bought({ stage, world }, event)
  await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: false })
  await ask(order)
  await world.settle(3)
  expect(world.requests).toEqual([])
  await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: true })
  await world.settle(1)
  expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'done' }])
})

describe('by people', () => {
  async function refused() {
    const order = await bought({ stage, world }, event)
    world.faults.reversal = ['refused']
    world.faults.b2c = ['refused']
    await ask(order)
    await world.settle(2)
    const [refund] = await readRefunds(stage, order.orderId)
    expect(refund).toMatchObject({ state: 'refused' })
    return { order, id: refund!.id }
  }
  const paid = (id: string, reference: string) =>
    callAsAdmin(stage, 'POST', `/api/refunds/${id}/paid_manually`, {
      ...{ reference, from: 'bank' },
    })

  test('a refused refund is paid manually once', async () => {
    const { order, id } = await refused()
    const answer = await paid(id, 'EFT 4411')
    expect(answer).toMatchObject({ status: 200, body: { state: 'done', receipt: 'EFT 4411' } })
    expect(await paid(id, 'EFT 4411')).toMatchObject({ status: 200 })
    expect(await paid(id, 'EFT 4412')).toMatchObject({ status: 409, body: { code: 'not_by_hand' } })
    await stage.runJobs()
    expect(await readOrderState(stage, order.orderId)).toBe('refunded')
    expect(texts(order.phone)).toHaveLength(2)
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test('a refused refund can be retried as a new payment', async () => {
    const { order, id } = await refused()
    const answer = await callAsAdmin(stage, 'POST', `/api/refunds/${id}/retry`)
    expect(answer).toMatchObject({ status: 200, body: { state: 'due' } })
    await world.settle(2)
    expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'done' }])
    expect(world.moved).toHaveLength(1)
  })

  test('a refund on its way cannot be paid manually', async () => {
    const order = await bought({ stage, world }, event)
    world.faults.reversal = ['lost']
    await ask(order)
    await stage.runJobs()
    const [refund] = await readRefunds(stage, order.orderId)
    expect(await paid(refund!.id, 'EFT 1')).toMatchObject({ status: 409 })
    expect(await callAsAdmin(stage, 'POST', `/api/refunds/${refund!.id}/retry`)).toMatchObject({
      status: 409,
    })
  })
})

test('an order is refunded once', async () => {
  const order = await bought({ stage, world }, event)
  expect(await ask(order)).toMatchObject({ status: 201 })
  expect(await ask(order)).toMatchObject({ status: 409, body: { code: 'nothing_to_refund' } })
  await world.settle(2)
  expect(await ask(order)).toMatchObject({ status: 409 })
  expect(world.moved).toHaveLength(1)
})
