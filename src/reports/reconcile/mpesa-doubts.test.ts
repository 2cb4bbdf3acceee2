// spec: reconcile-balance
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildEvent } from '../../../test/build.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { bought, callAsAdmin, readRefund, refundOrder } from '../../../test/refunds.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'
import { findWork } from '../../../test/work-rows.ts'
import { queryBalance, sweepBalance } from '../../payments/outgoing/balances.ts'
import { selectMpesaDoubts } from './mpesa-doubts.sql.ts'
import { lookOnce } from './reconcile-now.ts'

let stage: Stage
let world: RefundWorld
/** The balances of M-Pesa's accounts, in shillings. */
let balances = { working: 0, utility: 0 }

beforeEach(async () => {
  stage = await makeStage()
  world = playRefunds(stage)
  balances = { working: 0, utility: 1_000_000 }
})
afterEach(() => stage.close())

type Addresses = { resultUrl: string }

const HOUR_MS = 3600_000

/**
 * M-Pesa reports the balances of both accounts, ten minutes after the last movement. Returns false if
 * `query` did not query M-Pesa.
 */
async function readBalances(query: typeof sweepBalance | typeof queryBalance = queryBalance) {
  stage.pass(10 * 60_000)
  const calls: Addresses[] = []
  const originatorConversationId = `balance-${stage.clock.now().getTime()}`
  const conversationId = 'AG_1'
  stage.daraja.askBalance = async (addresses: Addresses) => {
    calls.push(addresses)
    return { kind: 'accepted', originatorConversationId, conversationId, raw: {} }
  }
  await query(stage.deps)
  if (calls.length === 0) return false
  const group = (name: string, kes: number) => `${name}|KES|${kes}.00|${kes}.00|0.00|0.00`
  const Value = `${group('Working Account', balances.working)}&${group('Utility Account', balances.utility)}`
  const url = new URL(calls[0]!.resultUrl).pathname
  const payload = {
    Result: {
      ...{ ResultCode: 0, OriginatorConversationID: originatorConversationId },
      ResultParameters: { ResultParameter: { Key: 'AccountBalance', Value } },
    },
  }
  await stage.app.inject({ method: 'POST', url, payload })
  await stage.runJobs()
  return true
}

const doubts = async () => (await lookOnce(stage.deps, null)).differences

test('a balance that equals the books, counted from what an account held at first, is no difference', async () => {
  await readBalances()
  const event = await buildEvent(stage.db, { types: [{ price: 500 }] })
  const orders = [await bought({ stage, world }, event), await bought({ stage, world }, event)]
  world.faults.reversal = ['refused']
  await refundOrder(stage, orders[0]!.orderId)
  await world.settle(3)
  balances = { working: 1000, utility: 999_500 }
  await readBalances()
  expect(await selectMpesaDoubts(stage.db, stage.clock.now())).toEqual([])
  expect(await findWork(stage, 'collection')).toBeUndefined()
})

test('a balance below or above the books is reported as an amount, without the ledger of a sandbox', async () => {
  await readBalances()
  const event = await buildEvent(stage.db, { types: [{ price: 3000 }] })
  const order = await bought({ stage, world }, event)
  await readBalances()
  const [found] = await doubts()
  expect(found).toMatchObject({ what: 'M-PESA account', ours_cents: 3000_00, theirs_cents: 0 })
  expect(found!.name).toMatch(/^collection, KES 3,000 less than the books, /)
  expect(await findWork(stage, 'collection')).toMatchObject({
    kind: 'account_differs',
    known: expect.stringContaining('KES 3,000 less than the books'),
    actions: ['look_again'],
  })
  // After M-Pesa reported less money than the books, every sold receipt is queried, even old
  // receipts.
  await stage.sweep(['sold receipts'])
  expect(world.checks).toMatchObject([{ kind: 'sold', receipt: order.receipt }])
  balances.working = 3200
  await readBalances()
  expect((await doubts())[0]!.name).toMatch(/^collection, KES 200 more than the books, /)
})

test('a balance that differs is queried again after an hour, and one that agrees after a day', async () => {
  await readBalances()
  const event = await buildEvent(stage.db, { types: [{ price: 3000 }] })
  await bought({ stage, world }, event)
  expect(await readBalances(sweepBalance)).toBe(true)
  expect(await doubts()).toHaveLength(1)
  expect(await readBalances(sweepBalance)).toBe(false)
  stage.pass(HOUR_MS)
  expect(await readBalances(sweepBalance)).toBe(true)
  expect(await doubts()).toHaveLength(1)
  // The sold receipts are queried only once a day, however often the account holds less than the
  // books say.
  await stage.sweep(['sold receipts'])
  await readBalances()
  await stage.sweep(['sold receipts'])
  expect(world.checks).toHaveLength(1)
  stage.pass(HOUR_MS)
  balances.working = 3000
  expect(await readBalances(sweepBalance)).toBe(true)
  expect(await doubts()).toEqual([])
  stage.pass(HOUR_MS)
  expect(await readBalances(sweepBalance)).toBe(false)
  stage.pass(24 * HOUR_MS)
  expect(await readBalances(sweepBalance)).toBe(true)
})

test('money on its way makes no difference', async () => {
  await readBalances()
  const event = await buildEvent(stage.db, { types: [{ price: 3000 }] })
  const order = await bought({ stage, world }, event)
  world.faults.reversal = ['lost']
  await refundOrder(stage, order.orderId)
  await stage.runJobs()
  for (const working of [0, 3000]) {
    balances.working = working
    await readBalances()
    expect(await selectMpesaDoubts(stage.db, stage.clock.now())).toEqual([])
  }
})

test('a refund whose result Transaction Status has not confirmed is named', async () => {
  const event = await buildEvent(stage.db, { types: [{ price: 500 }] })
  const order = await bought({ stage, world }, event)
  world.faultOf = ({ kind }) => (kind === 'confirm' ? 'lost' : 'none')
  await refundOrder(stage, order.orderId)
  await stage.runJobs()
  await world.deliver()
  const { id } = await readRefund(stage, order)
  expect(await doubts()).toEqual([])
  stage.pass(16 * 60_000)
  expect(await doubts()).toMatchObject([
    {
      what: 'refund not confirmed by Transaction Status',
      ...{ name: id, order_code: order.code, ours_cents: 500_00 },
    },
  ])
  const { body } = await callAsAdmin(stage, 'GET', '/api/work_list')
  expect(body.data).toMatchObject([
    { kind: 'refund_unconfirmed', order_code: order.code, amount: 500, actions: ['ask_now'] },
  ])
  world.faultOf = null
  await world.settle(3)
  expect(await readRefund(stage, order)).toMatchObject({ state: 'done' })
  expect(await selectMpesaDoubts(stage.db, stage.clock.now())).toEqual([])
})
