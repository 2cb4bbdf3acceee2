// spec: refund-balance
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import { bought, callAsAdmin } from '../../test/refunds.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { askBalance, gaugeBalance } from './sweep-refunds.job.ts'

let stage: Stage
let world: RefundWorld
beforeAll(async () => {
  stage = await makeStage()
  world = playRefunds(stage)
})
afterAll(() => stage.close())

type Addresses = { resultUrl: string; timeoutUrl: string }

/** M-Pesa is asked, as once a day, and tells what the utility account has, or that it cannot. */
async function ask(kes: number | null): Promise<void> {
  const asked: Addresses[] = []
  const [originatorConversationId, conversationId] = ['balance-1', 'AG_1']
  Object.assign(stage.daraja, {
    askBalance: async (addresses: Addresses) => {
      asked.push(addresses)
      return { kind: 'accepted', originatorConversationId, conversationId, raw: {} }
    },
  })
  // Each is of a later day.
  stage.pass(24 * 3600_000)
  await askBalance({ ...stage.deps, daraja: stage.daraja } as never)
  expect(asked).toHaveLength(1)
  const accounts = `Working Account|KES|900.00|900.00|0.00|0.00&Utility Account|KES|${kes}|${kes}|0.00|0.00`
  const parameters = { ResultParameter: [{ Key: 'AccountBalance', Value: accounts }] }
  const payload = {
    Result: {
      ...{ ResultType: 0, ResultCode: kes === null ? 2001 : 0, ResultDesc: 'x' },
      OriginatorConversationID: originatorConversationId,
      ConversationID: conversationId,
      TransactionID: 'UKR0000000',
      ...(kes !== null && { ResultParameters: parameters }),
    },
  }
  const url = new URL(asked[0]!.resultUrl).pathname
  await stage.app.inject({ method: 'POST', url, payload })
  await stage.runJobs()
}

async function warnings(): Promise<number> {
  await gaugeBalance(stage.deps)
  const text = await stage.deps.metrics.registry.metrics()
  return Number(/lango_overdue{what="refunds_above_balance"} (\d+)/.exec(text)?.[1])
}

test('before the account from which refunds are paid runs dry, people are warned', async () => {
  const event = await buildEvent(stage.db, { types: [{ price: 500 }] })
  await ask(499)
  // Nothing is owed.
  expect(await warnings()).toBe(0)
  const order = await bought({ stage, world }, event)
  await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: false })
  await callAsAdmin(stage, 'POST', '/api/refunds', { order_id: order.orderId, reason: 'other' })
  expect(await warnings()).toBe(1)
  await ask(500)
  expect(await warnings()).toBe(0)
  // M-Pesa did not say: what it said last counts.
  await ask(null)
  expect(await warnings()).toBe(0)
  await ask(100)
  expect(await warnings()).toBe(1)
})
