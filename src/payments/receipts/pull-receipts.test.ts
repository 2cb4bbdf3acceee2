import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import {
  fail,
  latestPrompt,
  listPaid,
  MINUTE,
  newReceipt,
  prompted,
  readOrder,
  readOrderState,
  readPayments,
} from '../../../test/purchase.ts'
import { keepStage, makeStage } from '../../../test/stage.ts'
import { freeSlot } from '../../platform/limits/limits.sql.ts'
import type { PullRequest } from '../mpesa/pull.ts'
import { makePullSweep } from './pull-receipts.job.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
let event: BuiltEvent
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 300 }] })
  stage.sent.length = 0
  stage.daraja.receipts = []
  stage.daraja.nextQuery = () => ({ kind: 'pending' })
})

/** An order that a query proved as paid. Its receipt is not known yet. */
async function provedByQuery() {
  const order = await prompted(stage, event)
  stage.daraja.nextQuery = () => ({ kind: 'paid' })
  stage.pass(16_000)
  await stage.sweep()
  stage.daraja.nextQuery = () => ({ kind: 'pending' })
  return order
}

async function pull(): Promise<void> {
  await makePullSweep(stage.deps)()
  await stage.runJobs()
}

async function usesOf(orderId: string) {
  const payments = await readPayments(stage, orderId)
  return payments.map((row) => [row.mpesa_receipt, row.use, row.confirmed_amount_cents])
}

// spec: money-paid-hand
describe("a different amount paid by paybill with an order's code", () => {
  test('a different amount is recorded to the cent and due back, and the SMS names it', async () => {
    const order = await prompted(stage, event)
    await fail(stage, order, 1032)
    await provedByQuery()
    const receipt = newReceipt()
    stage.daraja.receipts.push({
      receipt,
      amountCents: 150_75,
      accountReference: order.push.accountReference,
      msisdn: order.phoneNumber,
      at: null,
    })
    await pull()
    await pull()
    expect(await usesOf(order.orderId)).toEqual([
      [null, null, null],
      [receipt, 'refund_due', 150_75],
    ])
    expect(await readOrderState(stage, order.orderId)).toBe('failed')
    const notices = stage.sent.filter((sms) => /refunded/.test(sms.body))
    expect(notices).toMatchObject([
      { phone: order.phoneNumber, body: expect.stringContaining('KES 150.75') },
    ])
  })

  test('a different amount is never taken for the receipt of a prompt', async () => {
    const order = await provedByQuery()
    const [byHand, own] = [newReceipt(), newReceipt()]
    await listPaid(stage, byHand, 50)
    await listPaid(stage, own, 300)
    await pull()
    expect(await usesOf(order.orderId)).toEqual([
      [own, 'sale', 300_00],
      [byHand, 'refund_due', 50_00],
    ])
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({ status: '0', rrn: own })
    // The tickets stay valid.
    const notices = stage.sent.filter((sms) => /refunded/.test(sms.body))
    expect(notices.map((sms) => sms.body)).toEqual([
      expect.stringMatching(/^Your second payment, KES 50 .*Your tickets stay valid/),
    ])
  })
})

describe('a till, whose payments have no account number', () => {
  async function unanswered() {
    const { nextPush } = stage.daraja
    stage.daraja.nextPush = () => ({ kind: 'unknown', raw: {} })
    const order = await prompted(stage, event)
    stage.daraja.nextPush = nextPush
    return order
  }
  const paid = (msisdn: string, changes: object = {}) => {
    const at = new Date(stage.clock.now().getTime() + 5000)
    return {
      receipt: newReceipt(),
      amountCents: 300_00,
      accountReference: '',
      msisdn,
      at,
      ...changes,
    }
  }

  test("a payment by a phone that was prompted for this amount just before is the order's", async () => {
    const order = await unanswered()
    const row = paid(order.phoneNumber)
    stage.daraja.receipts = [row]
    await pull()
    expect(await usesOf(order.orderId)).toEqual([[row.receipt, 'sale', 300_00]])
  })

  test.each<[string, object]>([
    ['of another amount', { amountCents: 299_00 }],
    ['with cents', { amountCents: 300_50 }],
    ['of another phone', { msisdn: '254799000001' }],
    ['of a masked phone', { msisdn: '2547001' }],
    ['long after', { at: new Date(Date.now() + 60 * MINUTE) }],
    ['without a time', { at: null }],
  ])('a payment %s has no order yet', async (_what, changes) => {
    const order = await unanswered()
    const row = paid(order.phoneNumber, changes)
    stage.daraja.receipts = [row]
    await pull()
    expect(await usesOf(order.orderId)).toEqual([[null, null, null]])
    const kept = await stage.db
      .selectFrom('unmatched_receipt')
      .select('receipt')
      .where('receipt', '=', row.receipt)
      .execute()
    expect(kept).toHaveLength(1)
  })
})

// spec: money-under-no
test("a payment without an order's code is recorded, with one log line", async () => {
  await provedByQuery()
  const receipt = newReceipt()
  const at = stage.clock.now()
  const stray = { receipt, amountCents: 120_50, accountReference: 'DERBY', msisdn: '2547001', at }
  stage.daraja.receipts = [stray]
  const warnings = vi.spyOn(stage.deps.log, 'warn')
  await pull()
  await pull()
  expect(warnings.mock.calls.map(([, words]) => words)).toEqual([
    'a payment names no order of ours',
  ])
  warnings.mockRestore()
  const rows = await stage.db
    .selectFrom('unmatched_receipt')
    .selectAll()
    .where('receipt', '=', receipt)
    .execute()
  expect(rows).toMatchObject([
    { receipt, amount_cents: 120_50, account_reference: 'DERBY', msisdn: '2547001', paid_at: at },
  ])
})

// spec: pull-transactions-once
test('the list is read at least once an hour, because a success may silently follow a failure', async () => {
  // No other read of the list is due: payments of earlier tests become too old.
  await stage.db
    .updateTable('payment')
    .set({ created_at: new Date(0), prompting_at: new Date(0) })
    .execute()
  await stage.db
    .updateTable('unmatched_receipt')
    .set({ found_at: new Date(0), paid_at: new Date(0) })
    .execute()
  const sweep = makePullSweep(stage.deps)
  stage.pass(60 * MINUTE)
  await sweep()
  const order = await prompted(stage, event)
  await fail(stage, order, 1037)
  const receipt = newReceipt()
  await listPaid(stage, receipt, 300)
  stage.pass(59 * MINUTE)
  await sweep()
  expect(await readOrderState(stage, order.orderId)).toBe('failed')
  stage.pass(MINUTE)
  // Only one of several processes reads the list.
  const reads = vi.spyOn(stage.daraja, 'pull')
  await Promise.all([sweep(), makePullSweep(stage.deps)()])
  expect(reads.mock.calls.filter(([{ offset }]) => offset === 0)).toHaveLength(1)
  reads.mockRestore()
  await stage.runJobs()
  expect(await usesOf(order.orderId)).toEqual([[receipt, 'sale', 300_00]])
  stage.pass(-2 * 60 * MINUTE)
})

// spec: pull-transactions-once
test('the hourly reading finds a payment without an order whose confirmation was lost, also in fast time', async () => {
  const fast = await makeStage({ TIME_SCALE: '0.02' })
  try {
    const sweep = makePullSweep(fast.deps)
    await sweep()
    const [receipt, at] = [newReceipt(), fast.clock.now()]
    const named = { accountReference: 'DERBY', msisdn: '254712000001' }
    fast.daraja.receipts = [{ receipt, amountCents: 120_00, at, ...named }]
    const strays = () => fast.db.selectFrom('unmatched_receipt').select('receipt').execute()
    fast.pass(70_000)
    await sweep()
    expect(await strays()).toEqual([])
    fast.pass(2000)
    await sweep()
    expect(await strays()).toEqual([{ receipt }])
  } finally {
    await fast.close()
  }
})

// spec: pull-transactions-once
test("the reading requests no more than the list's reach, even if M-Pesa's clock is ahead", async () => {
  await provedByQuery()
  stage.pass(48 * 60 * MINUTE - 20_000)
  const requests: PullRequest[] = []
  const spy = vi.spyOn(stage.daraja, 'pull').mockImplementation(async (request) => {
    requests.push(request)
    return { kind: 'rows', rows: [], count: 0 }
  })
  await makePullSweep(stage.deps)()
  spy.mockRestore()
  const age = stage.clock.now().getTime() - requests[0]!.from.getTime()
  expect(age).toBeLessThanOrEqual(48 * 60 * MINUTE - 2 * MINUTE + 1000)
  expect(age).toBeGreaterThan(47 * 60 * MINUTE)
  stage.pass(-48 * 60 * MINUTE)
})

test('unreadable rows are logged, and the others count', async () => {
  const order = await provedByQuery()
  const receipt = newReceipt()
  const { accountReference, phone: msisdn } = (await latestPrompt(stage)).push
  const row = { receipt, amountCents: 300_00, accountReference, msisdn, at: null }
  const spy = vi
    .spyOn(stage.daraja, 'pull')
    .mockResolvedValueOnce({ kind: 'rows', rows: [row], count: 3 })
    .mockResolvedValue({ kind: 'rows', rows: [], count: 0 })
  const warnings = vi.spyOn(stage.deps.log, 'warn')
  await pull()
  expect(warnings.mock.calls).toEqual([
    [{ unreadable: 2 }, 'rows of Pull Transactions cannot be read'],
  ])
  warnings.mockRestore()
  spy.mockRestore()
  expect(await usesOf(order.orderId)).toEqual([[receipt, 'sale', 300_00]])
})

test('processes that run look a payment up once for all of them, at each interval', async () => {
  await provedByQuery()
  // An earlier test has set the clock ahead, so the slot for look-ups may be taken.
  await freeSlot(stage.db, 'look-up pull')
  let calls = 0
  const daraja = {
    ...stage.daraja,
    pull: async () => {
      calls += 1
      return { kind: 'rows' as const, rows: [], count: 0 }
    },
  }
  const processes = [1, 2, 3].map(() => makePullSweep({ ...stage.deps, daraja }))
  const sweepAll = async (ms: number) => {
    stage.pass(ms)
    calls = 0
    for (const sweep of processes) await sweep()
    return calls
  }
  // A process looks payments up once when it starts.
  expect(await sweepAll(0)).toBe(3)
  expect([await sweepAll(1000), await sweepAll(20_000), await sweepAll(1000)]).toEqual([0, 1, 0])
})
