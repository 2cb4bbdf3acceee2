// spec: refund-matrix
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { buildEvent } from '../../../test/build.ts'
import { jobByHand } from '../../../test/job-by-hand.ts'
import { MINUTE } from '../../../test/purchase.ts'
import { playRefunds, type RefundFault, type RefundWorld } from '../../../test/refund-world.ts'
import { type Bought, bought, readRefund } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import { todays } from '../../../test/torture/daily.ts'
import type { DarajaResult } from '../../payments/mpesa/operation.ts'
import { payOutgoingJob } from '../../payments/outgoing/pay-outgoing.job.ts'
import { switchSending } from '../../payments/outgoing/sending-switch.ts'
import { sweepOutgoing } from '../../payments/outgoing/sweep-outgoing.job.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { OUTGOING } from '../../worker.ts'
import { REFUND_STATES } from '../refund.rules.ts'
import { requestRefund } from '../take-back/take-back.ts'
import { recordManual, retryRefund } from './refund-actions.ts'

// M-Pesa responds only after the sweep has given up waiting. Tests each late response in each state
// that the refund may have reached by that time. The money goes back once, and an admin can finish
// every refund.

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let viewer: Viewer
beforeAll(async () => {
  viewer = (await buildAccount(stage, 'admin')).viewer
})

const ANSWERS = todays([
  { fault: 'none' },
  { fault: 'lost', daily: true },
  { fault: 'later' },
  { fault: 'turned_down', daily: true },
  { fault: 'taken', daily: true },
  { fault: 'not_taken' },
] as const)
const WAYS = { reversal: 'reverse', b2c: 'payCustomer' } as const
type Way = keyof typeof WAYS
type Case = Bought & { way: Way; id: string }

/**
 * Sends the refund. Before a B2C payment, M-Pesa is queried about the receipt of the buyer's
 * payment, and the result of this query starts the B2C payment.
 */
async function send({ id, way }: Case): Promise<void> {
  const [checks, paid] = [world.checks.length, world.calls('b2c').length]
  await payOutgoingJob(stage.deps, OUTGOING).run({ purpose: 'refund', id }, jobByHand())
  const isChecked = world.checks.length > checks && world.calls('b2c').length === paid
  if (way === 'b2c' && isChecked) await world.deliver()
}

/** Begins to send the refund. The returned function lets M-Pesa respond. */
async function sendSlowly(one: Case): Promise<(fault: RefundFault) => Promise<void>> {
  const method = WAYS[one.way]
  const answerOf = stage.daraja[method] as (request: object) => Promise<DarajaResult>
  const reached = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  stage.daraja[method] = async (request: object) => {
    reached.resolve()
    await answered.promise
    return await answerOf(request)
  }
  const sending = send(one)
  await reached.promise
  stage.daraja[method] = answerOf
  return async (fault) => {
    world.faults[one.way] = [fault]
    answered.resolve()
    await sending
    world.faults[one.way] = []
  }
}

async function sweep(): Promise<void> {
  await sweepOutgoing(stage.deps, OUTGOING.refund)
  await stage.runJobs()
}

/** Makes a refund that is due and not sent yet: a whole payment by Reversal, or a part by B2C. */
async function dueBy(way: Way, isPart = way === 'b2c'): Promise<Case> {
  // The events are far in the future, because the cases move the clock by days.
  stage.clock.offsetMs = 0
  world = playRefunds(stage)
  const event = await buildEvent(stage.db, { types: [{ price: 300 }, { price: 200 }] })
  const order = await bought({ stage, world }, event, [1, 1])
  const numbers = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', order.orderId)
    .execute()
  const part = isPart && { tickets: [{ number: numbers[0]!.number }] }
  const request = { orderId: order.orderId, reason: 'other', ...part } as const
  await switchSending(stage.deps, viewer, { on: false })
  const id = await requestRefund(stage.deps, viewer, request)
  await stage.runJobs()
  await switchSending(stage.deps, viewer, { on: true })
  return { ...order, way, id }
}

/** M-Pesa sends no result for the attempt, so the shop queries M-Pesa. */
async function becomeSilent(status: RefundFault): Promise<void> {
  stage.pass(3 * MINUTE)
  world.faults.status = [status]
  await sweep()
  await world.deliver()
}

/**
 * For each state: the steps that bring a refund into this state before the late response arrives.
 * They return a function that lets M-Pesa respond to the second attempt, if it has not responded
 * yet.
 */
const STATES: Record<string, (one: Case) => Promise<(() => Promise<void>) | undefined>> = {
  'unknown, queried': async () => {
    await becomeSilent('lost')
    return undefined
  },
  'due again': async () => {
    await becomeSilent('none')
    return undefined
  },
  'sending again, then taken': async (one) => {
    await becomeSilent('none')
    const second = await sendSlowly(one)
    return () => second('none')
  },
  'sending again, then put off': async (one) => {
    await becomeSilent('none')
    const second = await sendSlowly(one)
    return () => second('later')
  },
  'sending again, then turned down': async (one) => {
    await becomeSilent('none')
    const second = await sendSlowly(one)
    return () => second('turned_down')
  },
  'sending again, then silent': async (one) => {
    await becomeSilent('none')
    const second = await sendSlowly(one)
    return () => second('not_taken')
  },
  'sent again': async (one) => {
    await becomeSilent('none')
    world.faults[one.way] = ['lost']
    await send(one)
    return undefined
  },
  done: async (one) => {
    await becomeSilent('none')
    await send(one)
    await world.deliver()
    expect(await readRefund(stage, one)).toMatchObject({ state: 'done' })
    return undefined
  },
  'left to people': async (one) => {
    await becomeSilent('none')
    for (let i = 0; i < 4; i++) {
      world.faults[one.way] = ['refused']
      await send(one)
      await world.deliver()
    }
    if (one.way === 'reversal') await send(one)
    const state = one.way === 'reversal' ? 'manual' : 'refused'
    expect(await readRefund(stage, one)).toMatchObject({ state })
    return undefined
  },
}

/** Runs jobs and sweeps until the shop can do nothing more without an admin. */
async function settle(one: Case): Promise<string> {
  for (let hour = 0; hour < 60; hour++) {
    stage.pass(60 * MINUTE)
    await sweep()
    await world.deliver()
    const { state } = await readRefund(stage, one)
    if (['done', 'refused', 'manual'].includes(state)) return state
  }
  return (await readRefund(stage, one)).state
}

/** Takes the actions that the work list offers until the refund is paid. */
async function endByPeople(one: Case, state: string): Promise<string> {
  if (state === 'refused') {
    await retryRefund(stage.deps, viewer, one.id)
    await stage.runJobs()
    await world.deliver()
    return await settle(one)
  }
  // An admin who pays manually checks M-Pesa's portal first, as the work list says.
  const portal = one.way === 'reversal' ? 'collection' : 'utility'
  const [moved] = world.moved
  const paid = moved
    ? ({ reference: moved.receipt, from: portal } as const)
    : ({ reference: `FT ${one.id}`, from: 'bank' } as const)
  if (state === 'manual') await recordManual(stage.deps, viewer, one.id, paid)
  return (await readRefund(stage, one)).state
}

/** For a Reversal and for B2C: the states of the refund in which a late response arrived. */
const reached: Record<Way, Set<string>> = { reversal: new Set(), b2c: new Set() }

const CASES = Object.keys(STATES).flatMap((state) =>
  (['reversal', 'b2c'] as const).flatMap((way) =>
    ANSWERS.map(({ fault }) => ({ way, state, fault })),
  ),
)

test.each(CASES)(
  'a refund by $way, answered late ($fault) while it is $state, goes back once',
  async (late) => {
    const one = await dueBy(late.way)
    const answerFirst = await sendSlowly(one)
    const answerSecond = await STATES[late.state]!(one)
    reached[one.way].add((await readRefund(stage, one)).state)
    await answerFirst(late.fault)
    await answerSecond?.()
    await endByPeople(one, await settle(one))
    await settle(one)
    const refund = await readRefund(stage, one)
    expect(refund.state).toBe('done')
    const byHand = refund.receipt?.startsWith('FT') ? 1 : 0
    expect(world.moved.length + byHand).toBe(1)
  },
)

test('a B2C payment that was lost and then refused is retried by the same way only', async () => {
  const one = await dueBy('b2c', false)
  world.faults.reversal = ['refused']
  world.faults.b2c = ['lost', 'turned_down']
  // M-Pesa refuses the query: the initiator lacks the role.
  world.faults.status = ['refused']
  await send(one)
  await world.deliver()
  await send(one)
  expect(await settle(one)).toBe('refused')
  expect(await endByPeople(one, 'refused')).toBe('done')
  expect(world.moved).toMatchObject([{ kind: 'b2c' }])
})

test('the cases reached every state of a refund', () => {
  // Refused refunds need an admin: a Reversal is paid manually, a B2C payment is retried.
  const without = (state: string) => REFUND_STATES.filter((one) => one !== state).sort()
  expect([...reached.reversal].sort()).toEqual(without('refused'))
  expect([...reached.b2c].sort()).toEqual(without('manual'))
})

test('after all cases the books agree', async () => {
  expect(await readBookDifferences(stage.db)).toEqual([])
})
