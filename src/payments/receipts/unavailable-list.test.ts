// spec: pull-list-failed
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { loggedErrors } from '../../../test/logged-errors.ts'
import { confirmByHand, readCode } from '../../../test/paybill.ts'
import { fail, MINUTE, newReceipt, pay, prompted } from '../../../test/purchase.ts'
import { callAsAdmin } from '../../../test/refunds.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'
import { findWork } from '../../../test/work-rows.ts'
import type { PulledRow, PullRequest } from '../mpesa/pull.ts'
import { endLookups } from './end-lookups.job.ts'
import { makePullSweep } from './pull-receipts.job.ts'

const HOUR = 60 * MINUTE
const ALARM = "M-Pesa's list of payments is not available"
const NO_ROWS = { kind: 'rows' as const, rows: [], count: 0 }

let stage: Stage
let event: BuiltEvent
let requests: PullRequest[]
/** The offset at which the list wrongly ends. Null while M-Pesa works. */
let endsAt: number | null
let sweep: () => Promise<void>

// Each test has its own database, because the shop has one list of receipts, which the tests would
// share.
beforeEach(async () => {
  stage = await makeStage({ LIMIT_PUSH_PER_ADDRESS: '1000' })
  event = await buildEvent(stage.db, { types: [{ price: 200 }] })
  endsAt = null
  requests = []
  const { daraja } = stage
  // This list shows only the requested time. The list of `makeStage` shows all receipts.
  daraja.pull = async (request) => {
    if (request.offset === 0) requests.push(request)
    if (endsAt !== null && request.offset >= endsAt) return NO_ROWS
    const wanted = daraja.receipts.filter(
      ({ at }) => at !== null && at >= request.from && at <= request.to,
    )
    const rows = wanted.slice(request.offset, request.offset + 2)
    return { kind: 'rows', rows, count: rows.length }
  }
  sweep = makePullSweep(stage.deps)
  await sweep()
})
afterEach(() => stage.close())

/** A purchase of KES 200, which M-Pesa's list shows whenever the list is available. */
async function paid() {
  const order = await prompted(stage, event)
  const receipt = newReceipt()
  await pay(stage, order, receipt)
  const { accountReference, phone: msisdn, amountCents } = order.push
  const row = { receipt, amountCents, accountReference, msisdn, at: stage.clock.now() }
  stage.daraja.receipts.push(row)
  const { id } = await stage.db
    .selectFrom('payment')
    .select('id')
    .where('mpesa_receipt', '=', receipt)
    .executeTakeFirstOrThrow()
  return { ...order, receipt, paymentId: id }
}

async function isListed(receipt: string): Promise<boolean> {
  const { listed_at } = await stage.db
    .selectFrom('payment')
    .select('listed_at')
    .where('mpesa_receipt', '=', receipt)
    .executeTakeFirstOrThrow()
  return listed_at !== null
}

/** Lets `ms` pass in steps. Runs the sweeps as often as a worker, and in the same order. */
async function live(ms: number, step = MINUTE): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    stage.pass(step)
    await sweep()
    await endLookups(stage.deps)
  }
}

async function readOverdue(what: string): Promise<number> {
  const metrics = await stage.deps.metrics.registry.metrics()
  return Number(new RegExp(`^lango_overdue\\{what="${what}"\\} (\\d+)$`, 'm').exec(metrics)![1])
}

const countMissed = async () =>
  (await stage.db.selectFrom('payment').select('missed_lists').execute()).reduce(
    (sum, { missed_lists }) => sum + missed_lists,
    0,
  )

describe('an empty list', () => {
  test('that should show our receipt raises one alarm, blames no receipt, and is read again until it shows them', async () => {
    const order = await paid()
    endsAt = 0
    const began = stage.clock.now().getTime()
    const logged = await loggedErrors(stage, () => live(25 * MINUTE))
    expect(logged).toEqual([
      [ALARM, { since: expect.any(Date), reason: expect.stringContaining(order.receipt) }],
    ])
    expect(await readOverdue('list_not_available')).toBe(1)
    expect(await readOverdue('receipt_not_listed')).toBe(0)
    expect(await countMissed()).toBe(0)
    const row = await findWork(stage, 'list')
    expect(row).toMatchObject({
      kind: 'list_not_available',
      known: expect.stringMatching(
        /^M-PESA's statement has been unavailable since [A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, \d+:\d\d [AP]M: /,
      ),
      by_itself: expect.stringMatching(
        /^We read it again at [A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, \d+:\d\d [AP]M\./,
      ),
      actions: ['look_again'],
    })
    // A second process, and this process after a restart, raise no second alarm.
    sweep = makePullSweep(stage.deps)
    expect(await loggedErrors(stage, () => live(8 * HOUR, 5 * MINUTE))).toEqual([])
    expect(await findWork(stage, order.paymentId)).toBeUndefined()
    expect(await readOverdue('receipt_not_listed')).toBe(0)
    const since = (await findWork(stage, 'list'))!.since
    expect(Date.parse(since) - began).toBeLessThan(13 * MINUTE)
    endsAt = null
    expect(await loggedErrors(stage, () => live(11 * MINUTE))).toEqual([])
    expect(await isListed(order.receipt)).toBe(true)
    expect(await findWork(stage, 'list')).toBeUndefined()
    expect(await readOverdue('list_not_available')).toBe(0)
  })

  test('that no longer shows receipts that the list has shown raises the alarm', async () => {
    const order = await paid()
    await live(13 * MINUTE)
    expect(await isListed(order.receipt)).toBe(true)
    endsAt = 0
    expect(await loggedErrors(stage, () => live(61 * MINUTE))).toMatchObject([[ALARM, {}]])
  })

  test('that should show a payment by paybill raises the alarm, listed before or not', async () => {
    const order = await prompted(stage, event)
    await fail(stage, order, 1032)
    const { phoneNumber: msisdn } = order
    const [account, at] = [await readCode(stage, order.orderId), stage.clock.now()]
    const receipt = await confirmByHand(stage, { account, amount: 200, payer: msisdn, at })
    await stage.runJobs()
    const row = { receipt, amountCents: 200_00, accountReference: account, msisdn, at }
    stage.daraja.receipts.push(row)
    endsAt = 0
    expect(await loggedErrors(stage, () => live(13 * MINUTE))).toMatchObject([[ALARM, {}]])
    endsAt = null
    await live(13 * MINUTE)
    expect(await isListed(receipt)).toBe(true)
    endsAt = 0
    expect(await loggedErrors(stage, () => live(61 * MINUTE))).toMatchObject([[ALARM, {}]])
  })

  test('without receipts of ours means that nothing was paid', async () => {
    endsAt = 0
    await prompted(stage, event)
    expect(await loggedErrors(stage, () => live(3 * HOUR))).toEqual([])
    expect(await readOverdue('list_not_available')).toBe(0)
    expect(await findWork(stage, 'list')).toBeUndefined()
  })

  test('of a later time does not end the alarm about an earlier time', async () => {
    await paid()
    endsAt = 0
    await live(13 * MINUTE)
    stage.pass(7 * HOUR)
    await prompted(stage, event)
    await live(2 * MINUTE)
    expect(await findWork(stage, 'list')).toBeDefined()
  })

  test('makes the comparison of receipts say that the list could not be read', async () => {
    const order = await paid()
    endsAt = 0
    stage.pass(3 * MINUTE)
    await callAsAdmin(stage, 'POST', '/api/reconciliations')
    await stage.runJobs()
    const { body } = await callAsAdmin(stage, 'GET', '/api/reconciliations/last')
    expect(body.last).toMatchObject({
      agrees: false,
      differences: [],
      words: expect.stringContaining("M-PESA's statement could not be read"),
    })
    expect(await findWork(stage, 'list')).toBeDefined()
    endsAt = null
    // A complete comparison ends the alarm.
    await callAsAdmin(stage, 'POST', '/api/reconciliations')
    await stage.runJobs()
    expect(await findWork(stage, 'list')).toBeUndefined()
    expect(await isListed(order.receipt)).toBe(true)
  })
})

test('a list that ends before a receipt that it has shown counts as not read', async () => {
  const orders = [await paid(), await paid(), await paid()]
  await live(13 * MINUTE)
  for (const { receipt } of orders) expect(await isListed(receipt)).toBe(true)
  const late = await paid()
  endsAt = 2
  expect(await loggedErrors(stage, () => live(61 * MINUTE))).toMatchObject([
    [ALARM, { reason: expect.stringContaining(orders[2]!.receipt) }],
  ])
  expect(await countMissed()).toBe(0)
  endsAt = null
  await live(11 * MINUTE)
  expect(await isListed(late.receipt)).toBe(true)
})

test('a list with rows that cannot be read does not count against a receipt', async () => {
  await paid()
  const other = await paid()
  const rows = stage.daraja.receipts.filter(({ receipt }) => receipt === other.receipt)
  stage.daraja.pull = async ({ offset }) =>
    offset === 0 ? { kind: 'rows', rows, count: 2 } : NO_ROWS
  await live(40 * MINUTE)
  expect(await countMissed()).toBe(0)
})

test('a list that fails for ten minutes raises one alarm, and none for a single failure', async () => {
  const { pull } = stage.daraja
  await paid()
  stage.daraja.pull = async () => ({ kind: 'unclear', reason: 'HTTP 500' })
  stage.pass(3 * MINUTE)
  expect(await loggedErrors(stage, sweep)).toEqual([])
  expect(await findWork(stage, 'list')).toBeUndefined()
  expect(await loggedErrors(stage, () => live(30 * MINUTE))).toEqual([
    [ALARM, { since: expect.any(Date), reason: 'HTTP 500' }],
  ])
  expect(await findWork(stage, 'list')).toMatchObject({
    known: expect.stringMatching(/: HTTP 500\.$/),
  })
  stage.daraja.pull = pull
  await live(11 * MINUTE)
  expect(await findWork(stage, 'list')).toBeUndefined()
})

test('each time is requested until it was read once, also after an outage longer than the routine reading covers', async () => {
  const { pull } = stage.daraja
  stage.daraja.pull = async () => ({ kind: 'unclear', reason: 'HTTP 500' })
  // A payment without an order in the first hour of the outage. Its confirmation was lost.
  stage.pass(30 * MINUTE)
  const receipt = newReceipt()
  const named = { accountReference: 'DERBY', msisdn: '254712000001' }
  const row: PulledRow = { receipt, amountCents: 120_00, at: stage.clock.now(), ...named }
  stage.daraja.receipts.push(row)
  await live(9 * HOUR, 10 * MINUTE)
  stage.daraja.pull = pull
  await live(11 * MINUTE)
  const strays = await stage.db.selectFrom('unmatched_receipt').select('receipt').execute()
  expect(strays).toEqual([{ receipt }])
  // The shop does not request the time before the last read of the list again.
  requests = []
  await live(61 * MINUTE)
  const ages = requests.map(({ from }) => stage.clock.now().getTime() - from.getTime())
  expect(Math.max(...ages)).toBeLessThan(7 * HOUR)
})
