// spec: refund-balance
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildEvent } from '../../../test/build.ts'
import { playRefunds, type RefundFault, type RefundWorld } from '../../../test/refund-world.ts'
import { bought, callAsAdmin, refundOrder } from '../../../test/refunds.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'
import { inTransaction } from '../../platform/database/db.ts'
import { OUTGOING } from '../../worker.ts'
import { insertBalance, selectBalance } from './account-readings.sql.ts'
import { gaugeBalance, queryBalance, sweepBalance } from './balances.ts'

let stage: Stage
let world: RefundWorld
beforeEach(async () => {
  stage = await makeStage()
  world = playRefunds(stage)
})
afterEach(() => stage.close())

type Addresses = { resultUrl: string; timeoutUrl: string }

/**
 * Runs the daily query: M-Pesa reports this balance of the utility account, or refuses if `kes` is
 * null.
 */
async function ask(kes: number | null): Promise<void> {
  const addressesSeen: Addresses[] = []
  const [originatorConversationId, conversationId] = ['balance-1', 'AG_1']
  Object.assign(stage.daraja, {
    askBalance: async (addresses: Addresses) => {
      addressesSeen.push(addresses)
      return { kind: 'accepted', originatorConversationId, conversationId, raw: {} }
    },
  })
  // Each report is from a later day.
  stage.pass(24 * 3600_000)
  await queryBalance({ ...stage.deps, daraja: stage.daraja } as never)
  expect(addressesSeen).toHaveLength(1)
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
  const url = new URL(addressesSeen[0]!.resultUrl).pathname
  await stage.app.inject({ method: 'POST', url, payload })
  await stage.runJobs()
}

async function warnings(): Promise<number> {
  await gaugeBalance(stage.deps, OUTGOING)
  return await warned()
}

/** The value of the metric. Any process may have set it. */
async function warned(): Promise<number> {
  const text = await stage.deps.metrics.registry.metrics()
  return Number(/lango_overdue{what="refunds_above_balance"} (\d+)/.exec(text)?.[1])
}

test('admins are warned before the account that pays refunds runs dry', async () => {
  const event = await buildEvent(stage.db, { types: [{ price: 500 }] })
  await ask(499)
  // No refund is due.
  expect(await warnings()).toBe(0)
  const order = await bought({ stage, world }, event)
  await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: false })
  await refundOrder(stage, order.orderId)
  expect(await warnings()).toBe(1)
  await ask(500)
  expect(await warnings()).toBe(0)
  // M-Pesa refused the query, so the last reported balance counts.
  await ask(null)
  expect(await warnings()).toBe(0)
  await ask(100)
  expect(await warnings()).toBe(1)
})

/** Creates `count` orders of KES 500, to be refunded by B2C. */
async function owedByB2c(count: number): Promise<void> {
  const event = await buildEvent(stage.db, { types: [{ price: 500 }] })
  await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: false })
  world.faultOf = ({ kind }) => (kind === 'reversal' ? 'refused' : 'none')
  for (let i = 0; i < count; i++) {
    const { orderId } = await bought({ stage, world }, event)
    await refundOrder(stage, orderId)
  }
  await stage.runJobs()
}

/** The Reversals of the orders are refused in the first hour, and B2C pays in the second hour. */
const pay = async () => {
  await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: true })
  await world.settle(2)
}

const held = async () => (await selectBalance(stage.db))?.utility_cents

describe('each payment to a customer tells what is left', () => {
  test('each B2C payment reports the balance, and admins are warned once when it does not cover the rest', async () => {
    const log = vi.spyOn(stage.deps.log, 'error')
    const lows = () => log.mock.calls.filter(([, words]) => /utility account/.test(String(words)))
    await ask(10_000)
    await owedByB2c(4)
    expect(await warned()).toBe(0)
    world.utilityCents = 1_100_00
    await pay()
    expect(world.calls('b2c')).toHaveLength(4)
    // Two refunds are paid, and KES 100 is left for the other refunds. No balance was queried after
    // that.
    expect(await held()).toBe(100_00)
    expect(await warned()).toBe(1)
    expect(lows()).toHaveLength(1)
    world.utilityCents = 2_000_00
    await world.settle(3)
    expect(await held()).toBe(1_000_00)
    expect(await warned()).toBe(0)
    expect(lows()).toHaveLength(1)
  })

  test("the latest balance by M-Pesa's clock counts, whenever an earlier one arrives", async () => {
    await owedByB2c(2)
    const faults: RefundFault[] = ['late']
    world.faultOf = ({ kind }) =>
      kind === 'b2c' ? (faults.shift() ?? 'none') : kind === 'reversal' ? 'refused' : 'none'
    world.utilityCents = 1_500_00
    await pay()
    expect(world.late).toHaveLength(1)
    stage.pass(60_000)
    await ask(7_000)
    await world.deliverLate()
    expect(await held()).toBe(7_000_00)
  })

  test('of two balances in one second the lower one counts, whichever arrives first', async () => {
    const at = new Date(0)
    const tell = (utilityCents: number) =>
      inTransaction(stage.db, (tx) => insertBalance(tx, { at, workingCents: null, utilityCents }))
    for (const cents of [900_00, 400_00, 600_00]) await tell(cents)
    expect(await held()).toBe(400_00)
  })
})

test('processes query the balance once an hour, together, until there is a result', async () => {
  let calls = 0
  const deps = {
    ...stage.deps,
    daraja: {
      ...stage.daraja,
      askBalance: async () => {
        calls += 1
        return { kind: 'accepted', originatorConversationId: 'b', conversationId: 'c', raw: {} }
      },
    },
  } as never
  for (let start = 1; start <= 3; start++) await sweepBalance(deps)
  expect(calls).toBe(1)
  stage.pass(3600_000)
  await Promise.all([sweepBalance(deps), sweepBalance(deps)])
  expect(calls).toBe(2)
})

test.each([
  ['is refused', async () => ({ kind: 'refused', code: '401', raw: {} })],
  ['throws', () => Promise.reject(new Error('no token'))],
])('a query of the balance that %s is repeated within an hour', async (_how, first) => {
  let calls = 0
  const accepted = { kind: 'accepted', originatorConversationId: 'b', conversationId: 'c', raw: {} }
  const askBalance = async () => {
    calls += 1
    return calls === 1 ? await first() : accepted
  }
  const deps = { ...stage.deps, daraja: { ...stage.daraja, askBalance } } as never
  await sweepBalance(deps).catch(() => {})
  await sweepBalance(deps)
  expect(calls).toBe(1)
  stage.pass(3600_000)
  await sweepBalance(deps)
  expect(calls).toBe(2)
})
