// spec: payment-returned
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readBookDifferences } from '../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { passOneDay, reverseOutside } from '../../test/outside-reversal.ts'
import { readOrderState } from '../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import {
  type Bought,
  bought,
  callAsAdmin,
  readRefunds,
  readSteps,
  refundOrder,
} from '../../test/refunds.ts'
import { keepStage } from '../../test/stage.ts'
import { findWork } from '../../test/work-rows.ts'

// The payer calls Safaricom after getting the tickets, and M-Pesa takes the payment back. M-Pesa
// posts nothing to Lango.

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent

beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 1000 }, { price: 2000 }] })
})
afterEach(async () => expect(await readBookDifferences(stage.db)).toEqual([]))

/** An order of two tickets, at KES 1,000 and KES 2,000, paid in one payment. */
const buy = () => bought({ stage, world }, event, [1, 1])

async function ticketOf({ orderId }: Bought, kes: number): Promise<string> {
  const { number } = await stage.db
    .selectFrom('ticket as k')
    .innerJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .select('k.number')
    .where('k.order_id', '=', orderId)
    .where('t.price_cents', '=', kes * 100)
    .executeTakeFirstOrThrow()
  return number
}

const refundPart = async (order: Bought, kes: number) =>
  refundOrder(stage, order.orderId, { ticket_numbers: [await ticketOf(order, kes)] })

const backTo = ({ phone }: Bought) =>
  world.moved
    .filter((row) => row.phone === phone || row.kind === 'reversal')
    .reduce((sum, row) => sum + row.amountCents, 0)

async function owed() {
  return (await callAsAdmin(stage, 'GET', `/api/events/${event.id}/statement`)).body
}

const states = async ({ orderId }: Bought) => {
  const rows = await stage.db
    .selectFrom('ticket as k')
    .innerJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .select('k.state')
    .where('k.order_id', '=', orderId)
    .orderBy('t.price_cents')
    .execute()
  return rows.map(({ state }) => state)
}

const work = (order: Bought) => findWork(stage, order.paymentId)
const voidTickets = (id: string) => callAsAdmin(stage, 'POST', `/api/payments/${id}/void_tickets`)

test('a part of a payment that M-Pesa took back is not paid a second time', async () => {
  const order = await buy()
  reverseOutside(world, order)
  expect(await refundPart(order, 1000)).toMatchObject({ status: 201 })
  await world.settle(3)
  expect(backTo(order)).toBe(3000_00)
  expect(world.calls('b2c')).toEqual([])
  const [refund] = await readRefunds(stage, order.orderId)
  expect(refund).toMatchObject({ state: 'done', way: 'returned', receipt: null })
  expect(await readSteps(stage, refund!.id)).toEqual([
    'due: other',
    'done: already returned by M-Pesa',
  ])
  const texts = stage.textsTo(order.phone)
  expect(texts.at(-1)).toMatch(/^M-PESA had already returned KES 1,000 for /)
  expect(await work(order)).toMatchObject({ kind: 'returned_by_mpesa', amount: 3000 })
  expect(await owed()).toMatchObject({ taken: 3000, given_back: 3000, owed: 0 })
})

test('a whole payment that M-Pesa took back ends as returned, and nothing is paid', async () => {
  const order = await buy()
  reverseOutside(world, order)
  await refundOrder(stage, order.orderId)
  await world.settle(3)
  expect(backTo(order)).toBe(3000_00)
  expect(await readRefunds(stage, order.orderId)).toMatchObject([
    { state: 'done', way: 'returned' },
  ])
  expect(await readOrderState(stage, order.orderId)).toBe('refunded')
  expect(await work(order)).toBeUndefined()
  expect(await owed()).toMatchObject({ taken: 3000, given_back: 3000, owed: 0 })
})

describe('a reversal that nobody asked us about', () => {
  test('is found within a day, and one button voids the unused tickets', async () => {
    const order = await buy()
    const other = await buy()
    const used = { state: 'used', admitted: 1 } as const
    const number = await ticketOf(order, 2000)
    await stage.db.updateTable('ticket').set(used).where('number', '=', number).execute()
    await passOneDay(stage, world)
    expect(await work(order)).toBeUndefined()
    reverseOutside(world, order)
    await passOneDay(stage, world)
    expect(await work(order)).toMatchObject({
      ...{ kind: 'returned_by_mpesa', receipt: order.receipt, order_code: order.code },
      ...{ amount: 3000, actions: ['void_tickets'] },
    })
    expect(await work(other)).toBeUndefined()
    // The organizer's balance falls when the return is found, and does not fall again when the
    // tickets are voided.
    expect(await owed()).toMatchObject({ taken: 6000, given_back: 3000, owed: 3000 })
    expect(await states(order)).toEqual(['valid', 'used'])
    expect(await voidTickets(order.paymentId)).toMatchObject({ status: 200 })
    await stage.runJobs()
    expect(await states(order)).toEqual(['void', 'used'])
    expect(await work(order)).toBeUndefined()
    expect((await voidTickets(order.paymentId)).body.code).toBe('not_returned')
    expect(await owed()).toMatchObject({ taken: 6000, given_back: 3000, owed: 3000 })
    expect(world.moved).toHaveLength(1)
    const texts = stage.textsTo(order.phone)
    expect(texts.at(-1)).toMatch(/^M-PESA returned KES 1,000 for .*no longer valid/)
    await passOneDay(stage, world)
    expect(await work(order)).toBeUndefined()
  })

  test('ends a refund that waits, and the tickets of a cancelled order', async () => {
    const order = await buy()
    await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: false })
    await refundPart(order, 2000)
    reverseOutside(world, order)
    await passOneDay(stage, world)
    expect(await readRefunds(stage, order.orderId)).toMatchObject([{ way: 'returned' }])
    await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: true })
    expect(await voidTickets(order.paymentId)).toMatchObject({ status: 200 })
    await world.settle(2)
    expect(await states(order)).toEqual(['void', 'void'])
    expect(await readOrderState(stage, order.orderId)).toBe('refunded')
    expect(world.moved).toHaveLength(1)
    expect(await owed()).toMatchObject({ taken: 3000, given_back: 3000, owed: 0 })
  })

  test('after a part was paid back by us, the double part is our loss', async () => {
    const order = await buy()
    await refundPart(order, 1000)
    await world.settle(3)
    expect(world.moved).toMatchObject([{ kind: 'b2c', amountCents: 1000_00 }])
    reverseOutside(world, order)
    await passOneDay(stage, world)
    expect(await work(order)).toMatchObject({ kind: 'returned_by_mpesa', amount: 3000 })
    expect(await owed()).toMatchObject({ taken: 3000, given_back: 3000, owed: 0 })
  })
})

test('a Reversal of ours is not taken for a return by M-Pesa, even if its result was lost', async () => {
  const order = await buy()
  world.faults.reversal = ['taken']
  await refundOrder(stage, order.orderId)
  await stage.runJobs()
  world.outbox.length = 0
  await passOneDay(stage, world)
  await world.settle(3)
  expect(await readRefunds(stage, order.orderId)).toMatchObject([
    { state: 'done', way: 'reversal' },
  ])
  expect(await work(order)).toBeUndefined()
  const returns = await stage.db
    .selectFrom('payment_return')
    .select('payment_id')
    .where('payment_id', '=', order.paymentId)
    .execute()
  expect(returns).toEqual([])
})

test('a stranger who knows the address of a daily query cannot make it find a return', async () => {
  const order = await buy()
  world.faults.sold = ['lost']
  await passOneDay(stage, world)
  const { resultUrl } = world.checks.findLast(({ kind }) => kind === 'sold')!
  const ResultParameter = [
    { Key: 'ReceiptNo', Value: order.receipt },
    { Key: 'TransactionStatus', Value: 'Reversed' },
  ]
  const payload = { Result: { ResultCode: 0, ResultParameters: { ResultParameter } } }
  const url = new URL(resultUrl).pathname
  expect((await stage.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200)
  await stage.runJobs()
  expect(await work(order)).toBeUndefined()
})
