// spec: refund-races
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { behind } from '../../test/behind.ts'
import { readBookDifferences } from '../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { jobByHand } from '../../test/job-by-hand.ts'
import { MINUTE, readOrderState } from '../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import { bought, readRefunds, refundOrder } from '../../test/refunds.ts'
import { keepStage } from '../../test/stage.ts'
import { withoutGuards } from '../../test/unguarded.ts'
import { insertAttempt } from '../payments/outgoing/attempts.sql.ts'
import { payOutgoingJob } from '../payments/outgoing/pay-outgoing.job.ts'
import { newAttempt } from '../payments/outgoing/queries.ts'
import type { Db, Tx } from '../platform/database/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { OUTGOING } from '../worker.ts'
import { completeRefund, lockRefundAndOrder } from './complete-refund.ts'
import { recordManual } from './manual/refund-actions.ts'
import { changeRefundState, lockRefund } from './refunds.sql.ts'
import { requestRefund, takeBack } from './take-back/take-back.ts'

/** Matches the locks that lockOrder, lockSale, lockGoodTickets and lockRefund take. */
const ORDER_LOCK = /for no key update of o, h$/
const SALE_LOCK = /(?<="use" = \$2 )for no key update$/
const TICKETS_LOCK = /(?<=order by "id" )for no key update$/
/** The lock that `lockStockOf` takes. */
const TYPES_LOCK =
  /(?<=from order_line where order_id = any[^)]*\)\s+\) order by id )for no key update of t$/
const REFUND_LOCK = /for no key update of r$/
const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent
let viewer: Viewer

beforeAll(async () => {
  viewer = (await buildAccount(stage, 'admin')).viewer
})
beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 500, capacity: 500 }] })
})

const requestFor = (orderId: string) => ({ orderId, reason: 'other' as const })

describe('two admins', () => {
  async function refundTwice(db: Db) {
    const order = await bought({ stage, world }, event)
    const first = (tx: Tx) =>
      takeBack(tx, { ...requestFor(order.orderId), requestedBy: null }, stage.clock.now())
    await behind(stage.db, first, () =>
      requestRefund({ ...stage.deps, db }, viewer, requestFor(order.orderId)),
    )
  }

  test('two admins refund one order, with the guard off: both take it back, except for an assertion', async () => {
    const twice = withoutGuards(stage, [ORDER_LOCK], refundTwice)
    await expect(twice).rejects.toThrow('impossible')
  })

  test('two admins refund one order, with the guard on: the second gets a refusal', async () => {
    await expect(refundTwice(stage.db)).rejects.toThrow('Nothing left to refund')
  })

  /** Two admins refund two people each of a ticket for `people`. */
  async function refundPartTwice(db: Db, people: number) {
    const order = await bought({ stage, world }, event, [people])
    const { number } = await stage.db
      .selectFrom('ticket')
      .select('number')
      .where('order_id', '=', order.orderId)
      .executeTakeFirstOrThrow()
    const part = { ...requestFor(order.orderId), tickets: [{ number, people: 2 }] }
    const first = (tx: Tx) => takeBack(tx, { ...part, requestedBy: null }, stage.clock.now())
    const became = await behind(stage.db, first, () =>
      requestRefund({ ...stage.deps, db }, viewer, part).catch(String),
    )
    const { admits } = await stage.db
      .selectFrom('ticket')
      .select('admits')
      .where('order_id', '=', order.orderId)
      .executeTakeFirstOrThrow()
    return { became, admits, refunds: await readRefunds(stage, order.orderId) }
  }

  test('two admins refund two of three people, with the guard off: only a CHECK stops the second', async () => {
    const guards = [ORDER_LOCK, SALE_LOCK, TICKETS_LOCK, TYPES_LOCK]
    const twice = await withoutGuards(stage, guards, (db) => refundPartTwice(db, 3))
    expect(twice.became).toContain('paid_line__back')
  })

  test('two admins refund two of three people, with the guard on: the second learns that one is left', async () => {
    const { became, admits, refunds } = await refundPartTwice(stage.db, 3)
    expect(became).toContain('Only 1 person of this ticket can be refunded.')
    expect([admits, refunds.map((refund) => refund.amount_cents)]).toEqual([1, [1000_00]])
  })

  test('two admins refund two people each of a ticket for five: both refunds are right', async () => {
    const { admits, refunds } = await refundPartTwice(stage.db, 5)
    expect(admits).toBe(1)
    expect(refunds.map((refund) => refund.amount_cents)).toEqual([1000_00, 1000_00])
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  async function payTwice(db: Db) {
    const order = await bought({ stage, world }, event)
    world.faults.reversal = ['turned_down']
    await requestRefund(stage.deps, viewer, requestFor(order.orderId))
    await stage.runJobs()
    const [refund] = await readRefunds(stage, order.orderId)
    expect(refund).toMatchObject({ state: 'refused' })
    const now = stage.clock.now()
    const first = async (tx: Tx) => {
      const locked = await lockRefundAndOrder(tx, refund!.id, now)
      const paid = { way: 'manual', receipt: 'A', chargeCents: 0, cause: 'by hand', now } as const
      await completeRefund(tx, locked!, paid)
    }
    await behind(stage.db, first, () =>
      recordManual({ ...stage.deps, db }, viewer, refund!.id, { reference: 'B', from: 'bank' }),
    )
  }

  test('two admins retry one refund, with the guard off: only the condition of the update refuses', async () => {
    const twice = withoutGuards(stage, [ORDER_LOCK, REFUND_LOCK], payTwice)
    await expect(twice).rejects.toThrow('Nothing was recorded')
  })

  test('two admins retry one refund, with the guard on: the second gets a refusal', async () => {
    await expect(payTwice(stage.db)).rejects.toThrow('Nothing was recorded')
    expect(await readBookDifferences(stage.db)).toEqual([])
  })
})

/** Inserts an attempt to reverse the refund's payment. */
const insertReversal = (tx: Tx, refundId: string, now: Date) =>
  insertAttempt(tx, {
    ...newAttempt(),
    subject: { purpose: 'refund', id: refundId },
    kind: 'reversal',
    amountCents: 500_00,
    now,
  })

describe('two workers on one refund', () => {
  async function sendTwice(db: Db) {
    const order = await bought({ stage, world }, event)
    const refundId = await requestRefund(stage.deps, viewer, requestFor(order.orderId))
    const now = stage.clock.now()
    const first = async (tx: Tx) => {
      await lockRefund(tx, refundId)
      await insertReversal(tx, refundId, now)
      const change = { cause: 'reversal', now, nextAt: now, isTry: true }
      await changeRefundState(tx, refundId, 'sending', change)
    }
    const job = payOutgoingJob({ ...stage.deps, db }, OUTGOING)
    await behind(stage.db, first, async () => {
      await job.run({ purpose: 'refund', id: refundId }, jobByHand(now))
    })
  }

  test('two workers send one refund, with the guard off: only a unique index prevents a second payment', async () => {
    await expect(withoutGuards(stage, [REFUND_LOCK], sendTwice)).rejects.toThrow(
      'outgoing_attempt__open',
    )
    expect(world.requests).toEqual([])
  })

  test('two workers send one refund, with the guard on: the second sends nothing', async () => {
    await sendTwice(stage.db)
    expect(world.requests).toEqual([])
  })
})

describe('a late refund is paid by hand while it is sent', () => {
  /**
   * Records a manual payment while a worker that has locked the refund starts to send it. Returns
   * the order's refunds.
   */
  async function payBeside(db: Db) {
    const order = await bought({ stage, world }, event)
    const id = await requestRefund(stage.deps, viewer, requestFor(order.orderId))
    const now = stage.clock.now()
    const created_at = new Date(now.getTime() - 60 * 24 * 60 * MINUTE)
    await stage.db.updateTable('refund').set({ created_at }).where('id', '=', id).execute()
    const first = async (tx: Tx) => {
      await lockRefundAndOrder(tx, id, now)
      await insertReversal(tx, id, now)
      const change = { cause: 'reversal', now, nextAt: now, isTry: true }
      await changeRefundState(tx, id, 'sending', change)
    }
    await behind(stage.db, first, () =>
      recordManual({ ...stage.deps, db }, viewer, id, { reference: 'FT9', from: 'bank' }),
    )
    return await readRefunds(stage, order.orderId)
  }

  test('a refund paid manually while it is sent, with the guard off: the money goes out twice', async () => {
    const refunds = await withoutGuards(stage, [ORDER_LOCK, REFUND_LOCK], payBeside)
    expect(refunds).toMatchObject([{ state: 'done', way: 'manual' }])
  })

  test('a refund paid manually while it is sent, with the guard on: the admin gets a refusal', async () => {
    await expect(payBeside(stage.db)).rejects.toThrow('Nothing was recorded')
  })
})

test('results and sweeps at the same time refund each payment once', async () => {
  const orders = []
  for (let i = 0; i < 12; i++) orders.push(await bought({ stage, world }, event))
  for (const order of orders) await requestRefund(stage.deps, viewer, requestFor(order.orderId))
  await stage.runJobs()
  stage.pass(11 * MINUTE)
  await Promise.all([world.deliver(), stage.sweep(), stage.sweep()])
  await world.settle(6)
  for (const order of orders) {
    expect(await readRefunds(stage, order.orderId)).toMatchObject([{ state: 'done' }])
    expect(await readOrderState(stage, order.orderId)).toBe('refunded')
    expect(world.moved.filter((row) => row.original === order.receipt)).toHaveLength(1)
  }
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('twenty presses of one button make one refund', async () => {
  const order = await bought({ stage, world }, event)
  const presses = Array.from({ length: 20 }, () => refundOrder(stage, order.orderId))
  const statuses = (await Promise.all(presses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(19)
  await world.settle(1)
  expect(world.moved).toHaveLength(1)
})
