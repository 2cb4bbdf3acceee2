// spec: work-list-other-amount
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { behind } from '../../../test/behind.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { buildEvent } from '../../../test/build.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { bought, readRefunds } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import { postDifference } from '../../payments/postings.ts'
import { settleListed } from '../../payments/receipts/settle-listed.ts'
import { bookDifference, lockOpenDifference } from '../../payments/unmatched/differences.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { payBackDifference } from './pay-back.ts'

/** Matches the locks that lockOrder and lockPayment take. */
const LOCKS = [/for no key update of o, h$/, / for no key update$/]

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let viewer: Viewer
beforeAll(async () => {
  viewer = (await buildAccount(stage, 'admin')).viewer
})
beforeEach(() => {
  world = playRefunds(stage)
})

/** A ticket for KES 200 for which M-PESA received KES 250. */
async function soldForMore() {
  const event = await buildEvent(stage.db, { types: [{ price: 200 }] })
  const order = await bought({ stage, world }, event, [1], { listed: false })
  const { receipt, code: accountReference, phone: msisdn } = order
  world.taken.set(receipt, 250_00)
  await settleListed(stage.deps, [
    { receipt, amountCents: 250_00, accountReference, msisdn, at: null },
  ])
  return order
}

/** Books the excess as an admin, in a transaction that is not committed yet. */
const bookFirst =
  ({ paymentId: id, orderId }: Awaited<ReturnType<typeof soldForMore>>) =>
  async (tx: Tx) => {
    const now = stage.clock.now()
    const { cents } = await lockOpenDifference(tx, id, now)
    await postDifference(tx, { id, orderId, now }, cents)
  }

test('with the guard off, two admins book the excess and refund it at the same time: both happen', async () => {
  const order = await soldForMore()
  const db = openUnguarded(stage.env.databaseUrl, LOCKS)
  const [isBooked, isPaidBack] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const booking = inTransaction(stage.db, async (tx) => {
    await bookFirst(order)(tx)
    isBooked.resolve()
    await isPaidBack.promise
  })
  await isBooked.promise
  await payBackDifference({ ...stage.deps, db }, viewer, order.paymentId)
  isPaidBack.resolve()
  await booking
  await db.close()
  expect(await readRefunds(stage, order.orderId)).toHaveLength(1)
  expect(await readBookDifferences(stage.db)).toMatchObject([
    { what: 'in suspense', name: order.receipt, expected: 0, booked: -50_00 },
  ])
})

test('with the guard on, the second admin gets a refusal, whichever action came first', async () => {
  const before = await readBookDifferences(stage.db)
  const booked = await soldForMore()
  const payBack = () => payBackDifference(stage.deps, viewer, booked.paymentId)
  await expect(behind(stage.db, bookFirst(booked), payBack)).rejects.toMatchObject({
    code: 'no_difference',
  })
  expect(await readRefunds(stage, booked.orderId)).toEqual([])
  const paidBack = await soldForMore()
  const { paymentId: id } = paidBack
  const both = await Promise.allSettled([
    payBackDifference(stage.deps, viewer, id),
    bookDifference(stage.deps, viewer, { id, reason: 'Kept.' }),
    payBackDifference(stage.deps, viewer, id),
    bookDifference(stage.deps, viewer, { id, reason: 'Kept.' }),
  ])
  const codes = both.filter((one) => one.status === 'rejected').map(({ reason }) => reason.code)
  expect(codes).toEqual(['no_difference', 'no_difference', 'no_difference'])
  expect(await readBookDifferences(stage.db)).toEqual(before)
})
