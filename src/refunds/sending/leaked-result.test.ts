// spec: refund-unclear
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { post } from '../../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { type Bought, bought, readRefund, readSteps, refundOrder } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'

// A stranger who learned a result address posts results there. M-Pesa does not sign results, so no
// result may change a refund before Transaction Status confirms the result.

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent

beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 500 }] })
})

/** A refund whose Reversal M-Pesa has carried out; M-Pesa's own result is lost. */
async function reversedSilently(): Promise<Bought> {
  const order = await bought({ stage, world }, event)
  world.faults.reversal = ['lost']
  await refundOrder(stage, order.orderId)
  await stage.runJobs()
  expect(world.moved).toHaveLength(1)
  return order
}

/** A refund that M-Pesa has paid by B2C; M-Pesa's own result is lost. */
async function paidSilently(): Promise<Bought> {
  const order = await bought({ stage, world }, event)
  world.faults.reversal = ['refused']
  world.faults.b2c = ['lost']
  await refundOrder(stage, order.orderId)
  await stage.runJobs()
  await world.deliver()
  await stage.sweep()
  await world.deliver()
  expect(world.moved).toMatchObject([{ kind: 'b2c' }])
  return order
}

type Forged = { code: number | string; id?: string | undefined; parameters?: object[] }

/** Posts a result to the address of the last request of this kind. */
async function forge(kind: 'reversal' | 'b2c' | 'status', { code, id, parameters }: Forged) {
  const { resultUrl } = world.calls(kind).at(-1)!
  const { status } = await post(stage, new URL(resultUrl).pathname, {
    Result: {
      ...{ ResultType: 0, ResultCode: code, ResultDesc: 'x', ConversationID: 'AG_1' },
      ...(id !== undefined && { OriginatorConversationID: id }),
      TransactionID: 'UKX0FORGED',
      ...(parameters && { ResultParameters: { ResultParameter: parameters } }),
    },
  })
  expect(status).toBe(200)
}

const idOf = (kind: 'reversal' | 'b2c') => {
  const { originator } = world.moved.find((row) => row.kind === kind)!
  return originator
}

const REVERSED = [
  { Key: 'Amount', Value: '500.00' },
  { Key: 'OriginalTransactionID', Value: '' },
  { Key: 'Charge', Value: 0 },
]
const PAID = (kes: number) => [
  { Key: 'TransactionAmount', Value: kes },
  { Key: 'TransactionReceipt', Value: 'UKX0FORGED' },
]

/** Expects that the money went back once, and that M-Pesa's own receipt is recorded. */
async function expectPaidOnce(order: Bought): Promise<void> {
  await world.settle(12)
  expect(world.moved).toHaveLength(1)
  const { receipt, kind: way } = world.moved[0]!
  expect(await readRefund(stage, order)).toMatchObject({ state: 'done', way, receipt })
  expect(await readBookDifferences(stage.db)).toEqual([])
}

test.each<[string, () => Forged]>([
  ['a refusal without the id', () => ({ code: 21 })],
  ['a refusal with another id', () => ({ code: 21, id: randomUUID() })],
  ['a refusal with the right id', () => ({ code: 21, id: idOf('reversal') })],
  ['an expiry with the right id', () => ({ code: 'Expired', id: idOf('reversal') })],
  ['a success without the id', () => ({ code: 0, parameters: REVERSED })],
  ['a success with the right id', () => ({ code: 0, id: idOf('reversal'), parameters: REVERSED })],
  ["'reversed before' with the right id", () => ({ code: 'R000001', id: idOf('reversal') })],
])('%s, posted by a stranger about a Reversal, moves nothing by itself', async (_what, make) => {
  const order = await reversedSilently()
  await forge('reversal', make())
  await stage.runJobs()
  expect((await readRefund(stage, order)).state).not.toBe('done')
  expect((await readRefund(stage, order)).state).not.toBe('due')
  await expectPaidOnce(order)
  expect(world.calls('b2c')).toEqual([])
})

test.each<[string, () => Forged]>([
  ["'account empty' without the id", () => ({ code: 1 })],
  ["'account empty' with the right id", () => ({ code: 1, id: idOf('b2c') })],
  ['a refusal with the right id', () => ({ code: 2040, id: idOf('b2c') })],
  ['a success without the id', () => ({ code: 0, parameters: PAID(500) })],
  ['a success of another amount', () => ({ code: 0, id: idOf('b2c'), parameters: PAID(499) })],
  [
    'a success with an invented receipt',
    () => ({ code: 0, id: idOf('b2c'), parameters: PAID(500) }),
  ],
])('%s, posted by a stranger about a B2C payment, moves nothing by itself', async (_what, make) => {
  const order = await paidSilently()
  await forge('b2c', make())
  await stage.runJobs()
  expect(await readRefund(stage, order)).toMatchObject({ state: 'unknown' })
  await expectPaidOnce(order)
  expect(world.calls('b2c')).toHaveLength(1)
})

test('a result about money that did not move does not end the refund, and the money moves later', async () => {
  const order = await bought({ stage, world }, event)
  world.faults.reversal = ['not_taken']
  await refundOrder(stage, order.orderId)
  await stage.runJobs()
  await forge('reversal', { code: 0, id: randomUUID(), parameters: REVERSED })
  await stage.runJobs()
  expect((await readRefund(stage, order)).state).toBe('unknown')
  await expectPaidOnce(order)
})

test('a status result without the id of its query is not read', async () => {
  const order = await reversedSilently()
  world.faults.status = ['lost']
  stage.pass(3600_000)
  await stage.sweep()
  expect(world.calls('status')).toHaveLength(1)
  const { id } = await readRefund(stage, order)
  const steps = await readSteps(stage, id)
  const declined = [{ Key: 'TransactionStatus', Value: 'Declined' }]
  for (const forged of [
    { code: 0, parameters: declined },
    { code: 0, id: randomUUID(), parameters: declined },
    { code: 'R000002' },
  ]) {
    await forge('status', forged)
    await stage.runJobs()
  }
  expect(await readSteps(stage, id)).toEqual(steps)
  await expectPaidOnce(order)
})

test('a late success of an attempt that ended is no second payment before Transaction Status says so', async () => {
  const order = await bought({ stage, world }, event)
  world.faults.reversal = ['not_taken']
  await refundOrder(stage, order.orderId)
  await world.settle(3)
  expect(await readRefund(stage, order)).toMatchObject({ state: 'done' })
  const [first] = world.calls('reversal')
  world.requests.push(first!)
  await forge('reversal', { code: 0, id: randomUUID(), parameters: REVERSED })
  await expectPaidOnce(order)
  const twice = await stage.db
    .selectFrom('outgoing_attempt')
    .select('id')
    .where('result_code', '=', 'twice')
    .execute()
  expect(twice).toEqual([])
})
