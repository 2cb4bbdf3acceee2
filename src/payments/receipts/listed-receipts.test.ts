import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { keepApart } from '../../../test/keep-apart.ts'
import { loggedErrors } from '../../../test/logged-errors.ts'
import {
  MINUTE,
  newReceipt,
  paidFor,
  pay,
  prompted,
  readOrder,
  readOrderState,
  readPayments,
  tell,
} from '../../../test/purchase.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'
import { nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import type { PullRequest } from '../mpesa/pull.ts'
import { endLookups } from './end-lookups.job.ts'
import { makePullSweep } from './pull-receipts.job.ts'

const HOUR = 60 * MINUTE
const ALARM = 'M-Pesa does not list the receipt of a payment'
const NO_LIST = "M-Pesa's list of payments is not available"

let stage: Stage
let event: BuiltEvent
let sweep: () => Promise<void>

// Each test has its own database, because an alert covers all rows of the database.
beforeEach(async () => {
  stage = await makeStage({ LIMIT_PUSH_PER_ADDRESS: '1000' })
  event = await buildEvent(stage.db, { types: [{ price: 200 }] })
  sweep = makePullSweep(stage.deps)
  // The routine read of the list is done, so that any further read is caused by the test.
  await sweep()
})
afterEach(() => stage.close())

type Prompted = Awaited<ReturnType<typeof prompted>>

async function paid() {
  const order = await prompted(stage, event)
  const receipt = newReceipt()
  await pay(stage, order, receipt)
  return { ...order, receipt }
}

/** A row of the list for this order. */
function row(order: Pick<Prompted, 'push'>, receipt: string, changes: object = {}) {
  const { accountReference, phone: msisdn, amountCents } = order.push
  return { receipt, amountCents, accountReference, msisdn, at: stage.clock.now(), ...changes }
}

async function checksOf(orderId: string) {
  return await stage.db
    .selectFrom('payment')
    .select(['id', 'listed_at', 'missed_lists', 'alarmed_at'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute()
}

const listedAt = async (orderId: string) => (await checksOf(orderId))[0]!.listed_at

/** Lets `ms` pass in steps. Runs the sweeps as often as a worker, and in the same order. */
async function live(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += MINUTE) {
    stage.pass(MINUTE)
    await sweep()
    await endLookups(stage.deps)
  }
}

async function readOverdue(): Promise<number> {
  const metrics = await stage.deps.metrics.registry.metrics()
  return Number(/^lango_overdue\{what="receipt_not_listed"\} (\d+)$/m.exec(metrics)![1])
}

/** Returns the time spans for which the list is read while `work` runs. */
async function readings(work: () => Promise<unknown>): Promise<PullRequest[]> {
  const pulls = vi.spyOn(stage.daraja, 'pull')
  await work()
  const requests = pulls.mock.calls.map(([request]) => request).filter(({ offset }) => offset === 0)
  pulls.mockRestore()
  return requests
}

describe('a receipt that the list shows', () => {
  test('a listed receipt is marked with the others of its page by the next reading, within minutes', async () => {
    const orders = [await paid(), await paid(), await paid()]
    stage.daraja.receipts = orders.map((order) => row(order, order.receipt))
    for (const order of orders) expect(await listedAt(order.orderId)).toBeNull()
    expect(await loggedErrors(stage, () => live(13 * MINUTE))).toEqual([])
    for (const order of orders) expect(await listedAt(order.orderId)).not.toBeNull()
    expect(await readOverdue()).toBe(0)
    // The receipt is listed, so there is no reason to read the list.
    expect(await readings(() => live(30 * MINUTE))).toEqual([])
  })

  test("a till's receipt is marked, although it has no account number", async () => {
    const order = await paid()
    stage.daraja.receipts = [row(order, order.receipt, { accountReference: '' })]
    await live(13 * MINUTE)
    expect(await listedAt(order.orderId)).not.toBeNull()
  })

  test('a receipt that the list itself brings is marked immediately', async () => {
    stage.daraja.nextPush = () => ({ kind: 'unknown', raw: {} })
    const order = await prompted(stage, event)
    stage.daraja.receipts = [row(order, newReceipt())]
    await live(MINUTE)
    await stage.runJobs()
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
    expect(await listedAt(order.orderId)).not.toBeNull()
  })

  test('the reading starts at the payment, and happens at most every ten minutes', async () => {
    const order = await paid()
    const { created_at } = await stage.db
      .selectFrom('payment')
      .select('created_at')
      .where('order_id', '=', order.orderId)
      .executeTakeFirstOrThrow()
    const requests = await readings(() => live(25 * MINUTE))
    expect(requests.length).toBeGreaterThanOrEqual(2)
    expect(requests.length).toBeLessThanOrEqual(3)
    for (const { from } of requests) expect(from.getTime()).toBeLessThan(created_at.getTime())
  })
})

describe('a receipt that the list does not show', () => {
  test('an unlisted receipt causes one alert, and is counted, after two readings of the list', async () => {
    const order = await paid()
    // M-Pesa's list shows other receipts, but not the receipt of this order.
    const other = await paid()
    stage.daraja.receipts = [row(other, other.receipt)]
    const [payment] = await checksOf(order.orderId)
    const errors = await loggedErrors(stage, () => live(30 * MINUTE))
    expect(errors).toEqual([
      [
        ALARM,
        {
          payment: payment!.id,
          receipt: order.receipt,
          event: event.id,
          minutes: expect.any(Number),
        },
      ],
    ])
    const { minutes } = (errors as [string, { minutes: number }][])[0]![1]
    expect(minutes).toBeLessThanOrEqual(25)
    expect(await readOverdue()).toBe(1)
    expect(await loggedErrors(stage, () => live(30 * MINUTE))).toEqual([])
    // The order stays sold; an admin decides.
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
    // A late list that shows the receipt ends the alert.
    stage.daraja.receipts.push(row(order, order.receipt))
    stage.pass(HOUR)
    await sweep()
    await endLookups(stage.deps)
    expect(await readOverdue()).toBe(0)
  })

  test('before a near event one reading of the list is enough for the alert', async () => {
    const start = new Date(stage.clock.now().getTime() + 40 * MINUTE)
    const [date, time] = nairobiDateTime(start).split(' ')
    await stage.db
      .updateTable('event')
      .set({ date: date!, time: time! })
      .where('id', '=', event.id)
      .execute()
    const near = await paid()
    event = await buildEvent(stage.db, { types: [{ price: 200 }] })
    await paid()
    const other = await paid()
    stage.daraja.receipts = [row(other, other.receipt)]
    const { receipt } = near
    expect(await loggedErrors(stage, () => live(8 * MINUTE))).toMatchObject([[ALARM, { receipt }]])
  })

  test.each([['of which only half was read'], ['that cannot be read']])(
    'a receipt does not count as missing from a list %s',
    async (what) => {
      await paid()
      const pull = vi.spyOn(stage.daraja, 'pull')
      if (what === 'that cannot be read') {
        pull.mockResolvedValue({ kind: 'unclear', reason: 'HTTP 500' })
      } else {
        pull.mockImplementation(async ({ offset }) =>
          offset > 0
            ? { kind: 'unclear', reason: 'HTTP 500' }
            : { kind: 'rows', rows: [], count: 100 },
        )
      }
      expect(await loggedErrors(stage, () => live(50 * MINUTE))).toMatchObject([[NO_LIST, {}]])
      stage.pass(46 * HOUR)
      await endLookups(stage.deps)
      expect(await readOverdue()).toBe(0)
      // M-Pesa's list covers only the last 48 hours, so it can no longer show the receipt.
      stage.pass(2 * HOUR)
      expect(await loggedErrors(stage, () => endLookups(stage.deps))).toMatchObject([[ALARM, {}]])
    },
  )

  test('a list that was read before M-Pesa can have the receipt does not count', async () => {
    const silent = await prompted(stage, event)
    const order = await paid()
    stage.daraja.nextQuery = () => ({ kind: 'paid' })
    stage.pass(16_000)
    await stage.sweep()
    expect(await readOrderState(stage, silent.orderId)).toBe('issued')
    // The second receipt is still missing from the list, so every run reads the list again.
    for (let i = 0; i < 6; i++) {
      stage.pass(11_000)
      await sweep()
    }
    expect((await checksOf(order.orderId))[0]).toMatchObject({ missed_lists: 0 })
  })
})

const kept = ({ orderId, push: { amountCents, phone } }: Prompted, receipt: string) => ({
  receipt,
  amountCents,
  orderId,
  phone,
})

const readUnmatched = (receipt: string) =>
  stage.db.selectFrom('unmatched_receipt').select('state').where('receipt', '=', receipt).execute()

describe('a callback with a receipt that is not its own', () => {
  test.each([['callback was lost'], ['confirmation alone came']])(
    'a receipt of another order, whose %s, is returned to it by the list, with an alert',
    async (what) => {
      const [victim, thief] = [await prompted(stage, event), await prompted(stage, event)]
      const receipt = newReceipt()
      if (what === 'confirmation alone came') await keepApart(stage, kept(victim, receipt))
      await pay(stage, thief, receipt)
      expect(await readOrderState(stage, thief.orderId)).toBe('issued')
      await tell(stage, victim, paidFor(victim, { receipt }))
      expect(await readOrderState(stage, victim.orderId)).toBe('pending')
      stage.daraja.receipts = [row(victim, receipt)]
      const errors = await loggedErrors(stage, () => live(13 * MINUTE))
      const [payment] = await checksOf(thief.orderId)
      expect(errors).toContainEqual([
        'a payment named the receipt of another order',
        { payment: payment!.id, receipt },
      ])
      await stage.runJobs()
      expect((await readOrder(stage, victim.orderId)).body).toMatchObject({
        status: '0',
        rrn: receipt,
      })
      expect(await readPayments(stage, thief.orderId)).toMatchObject([
        { state: 'confirmed', use: 'sale', mpesa_receipt: null, confirmed_amount_cents: null },
      ])
      expect(await readBookDifferences(stage.db)).toEqual([])
    },
  )

  test('a receipt of one shilling paid by paybill puts the difference in suspense, with an alert', async () => {
    const order = await paid()
    stage.daraja.receipts = [row(order, order.receipt, { amountCents: 1_00 })]
    expect(await loggedErrors(stage, () => live(30 * MINUTE))).toMatchObject([
      ['M-Pesa lists another amount than a callback reported', { receipt: order.receipt }],
    ])
    // The listed amount counts, and an admin must decide about the difference.
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { use: 'sale', confirmed_amount_cents: 1_00 },
    ])
  })

  test('an invented receipt gives way to the real one, and nothing is due back', async () => {
    const order = await paid()
    const real = newReceipt()
    stage.daraja.receipts = [row(order, real)]
    const errors = await loggedErrors(stage, () => live(13 * MINUTE))
    const [payment] = await checksOf(order.orderId)
    expect(errors).toEqual([
      [
        'M-Pesa lists another receipt than a callback reported',
        { payment: payment!.id, receipt: real, receiptBefore: order.receipt },
      ],
    ])
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { use: 'sale', mpesa_receipt: real },
    ])
    expect(stage.sent.filter((sms) => /refund/.test(sms.body))).toEqual([])
    // After a second report the receipt waits for a list that will never show it.
    await tell(stage, order, paidFor(order, { receipt: order.receipt }))
    expect(await readPayments(stage, order.orderId)).toHaveLength(1)
  })

  test('a receipt that a confirmation reported, too, is not lost when the list shows both payments', async () => {
    const order = await prompted(stage, event)
    const receipt = newReceipt()
    await keepApart(stage, kept(order, receipt))
    await pay(stage, order, receipt)
    // A second receipt with this phone and amount is listed first, and replaces the reported
    // receipt.
    const byHand = newReceipt()
    stage.daraja.receipts = [row(order, byHand)]
    await live(13 * MINUTE)
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { use: 'sale', mpesa_receipt: byHand },
    ])
    // The receipt is recorded immediately, whether or not the list ever shows it.
    expect(await readUnmatched(receipt)).toEqual([{ state: 'open' }])
    expect(await readBookDifferences(stage.db)).toEqual([])
    stage.daraja.receipts.push(row(order, receipt))
    await live(61 * MINUTE)
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { use: 'sale', mpesa_receipt: byHand, confirmed_amount_cents: order.push.amountCents },
      { use: 'refund_due', mpesa_receipt: receipt, confirmed_amount_cents: order.push.amountCents },
    ])
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test.each<[string, object]>([
    ['later than it was told', { at: new Date(Date.now() + 365 * 24 * HOUR) }],
    ['by another phone', { msisdn: '254799000001' }],
    ['at no known time', { at: null }],
  ])('money paid %s is a payment of its own', async (_what, changes) => {
    const order = await paid()
    const byHand = newReceipt()
    stage.daraja.receipts = [row(order, order.receipt), row(order, byHand, changes)]
    await live(13 * MINUTE)
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { use: 'sale', mpesa_receipt: order.receipt },
      { use: 'refund_due', mpesa_receipt: byHand },
    ])
  })
})
