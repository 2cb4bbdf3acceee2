// spec: refund-races
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { MINUTE } from '../../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { bought, readRefund } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import { sweepOutgoing } from '../../payments/outgoing/sweep-outgoing.job.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { OUTGOING } from '../../worker.ts'
import { requestRefund } from '../take-back/take-back.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent
let viewer: Viewer
beforeAll(async () => {
  viewer = (await buildAccount(stage, 'admin')).viewer
})
beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db)
})

/** Sends a refund for which M-Pesa has promised a result. */
async function sent() {
  const order = await bought({ stage, world }, event)
  await requestRefund(stage.deps, viewer, { orderId: order.orderId, reason: 'other' })
  await stage.runJobs()
  return order
}

test('the sweep does not wait for M-Pesa: due refunds are sent while others are queried', async () => {
  world.faults.reversal = ['lost', 'lost', 'later']
  const silent = [await sent(), await sent()]
  const late = await sent()
  stage.pass(11 * MINUTE)
  await sweepOutgoing(stage.deps, OUTGOING.refund)
  expect(world.calls('status')).toEqual([])
  await stage.runJobs()
  expect(world.calls('status')).toHaveLength(2)
  expect(await readRefund(stage, late)).toMatchObject({ state: 'sent' })
  await world.deliver()
  for (const order of [...silent, late]) {
    expect(await readRefund(stage, order)).toMatchObject({ state: 'done' })
  }
})

test.each([
  ['is lost', []],
  ['and the results of two status queries are lost', ['lost', 'lost']],
] as const)(
  'a Reversal whose result %s is settled by Transaction Status within 15 minutes, however often it was tried before',
  async (_what, faults) => {
    world.faults.reversal = ['later', 'later', 'later', 'later', 'later', 'later', 'lost']
    world.faults.status = [...faults]
    const order = await sent()
    for (let count = 0; count < 6; count++) {
      stage.pass(120 * MINUTE)
      await stage.sweep(['refunds'])
    }
    expect(await readRefund(stage, order)).toMatchObject({ state: 'sent', tries: 7 })
    for (let minute = 1; minute < 15; minute++) {
      stage.pass(MINUTE)
      await stage.sweep(['refunds'])
      await world.deliver()
    }
    expect(await readRefund(stage, order)).toMatchObject({ state: 'done', way: 'reversal' })
    expect(world.calls('reversal')).toHaveLength(7)
  },
)

test('an attempt that began while the query waited is not treated as silent', async () => {
  world.faults.reversal = ['lost', 'refused']
  await sent()
  const second = await sent()
  const results = world.outbox.splice(0)
  stage.pass(11 * MINUTE)
  const askStatus = stage.daraja.askStatus
  // While M-Pesa is queried about the first refund, the result of the second refund arrives and its
  // B2C payment is sent.
  stage.daraja.askStatus = async (request) => {
    stage.daraja.askStatus = askStatus
    world.outbox.unshift(...results)
    world.faults.b2c = ['lost']
    await world.deliver()
    await sweepOutgoing(stage.deps, OUTGOING.refund)
    await stage.runJobs()
    await world.deliver()
    expect(await readRefund(stage, second)).toMatchObject({ state: 'sent', way: 'b2c' })
    return await askStatus(request)
  }
  await sweepOutgoing(stage.deps, OUTGOING.refund)
  await stage.runJobs()
  expect(await readRefund(stage, second)).toMatchObject({ state: 'sent', way: 'b2c' })
  expect(world.calls('status')).toHaveLength(1)
})
