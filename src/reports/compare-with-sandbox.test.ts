// spec: reconcile-second-known
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { playRefunds, type RefundFault, type RefundWorld } from '../../test/refund-world.ts'
import { type Bought, bought, callAsAdmin, readRefunds } from '../../test/refunds.ts'
import { type ScriptedServer, startScriptedServer } from '../../test/scripted-server.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { findWork } from '../../test/work-rows.ts'
import { toKes } from '../platform/money.rules.ts'
import { compareWithSandbox } from './compare-with-sandbox.ts'

let stage: Stage
let world: RefundWorld
let event: BuiltEvent
let sandbox: ScriptedServer
beforeAll(async () => {
  stage = await makeStage({ LIMIT_PUSH_PER_PHONE: '1000' })
  world = playRefunds(stage)
  sandbox = await startScriptedServer(() => ({ body: ledger() }))
})
beforeEach(async () => {
  event = await buildEvent(stage.db)
})
afterAll(async () => {
  await sandbox.close()
  await stage.close()
})

/** All that M-Pesa moved, as the sandbox tells it. */
function ledger() {
  const taken = [...world.taken].map(([receipt, cents]) => ({
    ...{ kind: 'push', receipt, amount: toKes(cents), original_receipt: null },
  }))
  const back = world.moved.map(({ kind, receipt, amountCents, original = null }) => ({
    ...{ kind, receipt, amount: toKes(amountCents), original_receipt: original },
  }))
  return [...taken, ...back]
}

const compare = () => compareWithSandbox(stage.db, sandbox.url, stage.clock.now())

/** A refund that the shop gave up: its first call met this fault, and nobody may tell what became of it. */
async function givenUp(fault: RefundFault): Promise<Bought> {
  const order = await bought({ stage, world }, event)
  world.faults.reversal = [fault]
  await callAsAdmin(stage, 'POST', '/api/refunds', { order_id: order.orderId, reason: 'other' })
  await stage.runJobs()
  world.faultOf = ({ kind }) => (kind === 'status' ? 'refused' : 'lost')
  await world.settle(60)
  world.faultOf = null
  expect(await refundOf(order)).toMatchObject({ state: 'manual' })
  return order
}

const refundOf = async ({ orderId }: Bought) => (await readRefunds(stage, orderId))[0]!

const recordPaid = async (order: Bought, reference: string) =>
  callAsAdmin(stage, 'POST', `/api/refunds/${(await refundOf(order)).id}/paid_manually`, {
    reference,
  })

test('what M-Pesa paid back a second time is known: it waits for people, and is no difference', async () => {
  const order = await givenUp('late')
  expect(await recordPaid(order, 'FT26327')).toMatchObject({ status: 200 })
  // Out of the books and of the sandbox's ledger alike: nobody told of it yet.
  expect((await compare())!.differences).toMatchObject([
    { what: 'sandbox, given back: in no payment of ours', name: world.moved[0]!.receipt },
    { name: 'given back in all' },
  ])
  await world.deliverLate()
  expect((await findWork(stage, (await refundOf(order)).id))!.kind).toBe('refund_twice')
  expect(await compare()).toMatchObject({
    differences: [],
    ours: { given_back_cents: 100_00 },
    theirs: { given_back_cents: 100_00 },
  })
})
