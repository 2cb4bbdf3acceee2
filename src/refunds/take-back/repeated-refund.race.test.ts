// spec: refund-repeated-part
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind } from '../../../test/behind.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { callApi } from '../../../test/http.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { type Bought, bought, readRefunds } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import { withoutGuards } from '../../../test/unguarded.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { requestRefund, takeBack } from './take-back.ts'

/** Matches the lock that lockOrder takes. */
const ORDER_LOCK = /for no key update of o, h$/
const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent
let admin: Awaited<ReturnType<typeof buildAccount>>

beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 500, capacity: 500 }] })
})

const buy = (people = 5) => bought({ stage, world }, event, [people])

const readTicket = async ({ orderId }: Bought) =>
  await stage.db
    .selectFrom('ticket')
    .select(['number', 'admits'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()

/** The amounts of the order's refunds in shillings, and how many people the ticket still admits. */
async function outcome(order: Bought) {
  const refunds = await readRefunds(stage, order.orderId)
  const amounts = refunds.map(({ amount_cents }) => amount_cents / 100)
  return { amounts, admits: (await readTicket(order)).admits }
}

/** Requests a refund of one person while an equal request of the same admin is not committed. */
async function refundTwice(db: Db, more: { note?: string } = {}) {
  const order = await buy()
  const { number } = await readTicket(order)
  const part = { orderId: order.orderId, tickets: [{ number, people: 1 }] }
  const said = { reason: 'other', note: 'One is ill' } as const
  const first = (tx: Tx) =>
    takeBack(tx, { ...part, ...said, requestedBy: admin.id }, stage.clock.now())
  const late = () =>
    requestRefund({ ...stage.deps, db }, admin.viewer, { ...part, ...said, ...more })
  const id = await behind(stage.db, first, late)
  return { id, ...(await outcome(order)), first: (await readRefunds(stage, order.orderId))[0]!.id }
}

test('two equal requests at once, with the guard off: two people are refunded', async () => {
  const { amounts, admits } = await withoutGuards(stage, [ORDER_LOCK], (db) => refundTwice(db))
  expect({ amounts, admits }).toEqual({ amounts: [500, 500], admits: 3 })
})

test('two equal requests at once, with the guard on: the second returns the refund of the first', async () => {
  const { id, first, amounts, admits } = await refundTwice(stage.db)
  expect({ amounts, admits }).toEqual({ amounts: [500], admits: 4 })
  expect(id).toBe(first)
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('two requests at once with different notes are two refunds', async () => {
  const { amounts, admits } = await refundTwice(stage.db, { note: 'Another is ill' })
  expect({ amounts, admits }).toEqual({ amounts: [500, 500], admits: 3 })
})

async function press(order: Bought, more: object = {}, people = 1) {
  const { number: ticket_number } = await readTicket(order)
  return await callApi(stage, {
    method: 'POST',
    url: '/api/refunds',
    headers: admin.headers,
    payload: {
      order_id: order.orderId,
      reason: 'other',
      tickets: [{ ticket_number, admits: people, ...more }],
    },
  })
}

test('twenty presses of one button make one refund of a part', async () => {
  const order = await buy()
  const answers = await Promise.all(Array.from({ length: 20 }, () => press(order)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(answers[0]!.status).toBe(201)
  expect(await outcome(order)).toEqual({ amounts: [500], admits: 4 })
})

test('the same people are refunded again after a while, or if the request says how many are left', async () => {
  const order = await buy()
  await press(order)
  await press(order, { of: 4 })
  expect(await outcome(order)).toEqual({ amounts: [500, 500], admits: 3 })
  stage.pass(11_000)
  expect((await press(order)).status).toBe(201)
  expect(await outcome(order)).toEqual({ amounts: [500, 500, 500], admits: 2 })
})

test('a repeat of the part that ends the order returns its refund', async () => {
  const order = await buy(2)
  const [one, again] = [await press(order, {}, 2), await press(order, {}, 2)]
  expect([one.status, again.status, again.body.id]).toEqual([201, 201, one.body.id])
})
