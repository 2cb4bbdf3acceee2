// spec: refund-charge
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readBookDifferences } from '../../../test/books.ts'
import { buildEvent } from '../../../test/build.ts'
import { playRefunds, type RefundFault, type RefundWorld } from '../../../test/refund-world.ts'
import {
  type Bought,
  bought,
  callAsAdmin,
  readRefund,
  readSteps,
  refundOrder,
} from '../../../test/refunds.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'

let stage: Stage
let world: RefundWorld
beforeEach(async () => {
  stage = await makeStage()
  world = playRefunds(stage)
  world.chargeCents = 5_00
})
afterEach(() => stage.close())

/** Pays a refund by B2C. The result does not state M-Pesa's charge. */
async function paidByB2c(): Promise<Bought> {
  const order = await bought({ stage, world }, await buildEvent(stage.db))
  world.faults.reversal = ['refused']
  await refundOrder(stage, order.orderId)
  await stage.runJobs()
  await world.deliver()
  await stage.sweep()
  await world.deliver()
  expect(await readRefund(stage, order)).toMatchObject({
    state: 'done',
    way: 'b2c',
    charge_cents: null,
  })
  expect(world.charges).toEqual([])
  return order
}

/** Waits for the queries after a minute, an hour and a day, and checks that no more follow. */
async function waitDays(): Promise<void> {
  for (const minutes of [2, 61, 24 * 60, 24 * 60, 24 * 60]) {
    stage.pass(minutes * 60_000)
    await stage.sweep()
    await world.deliver()
  }
}

async function booked(): Promise<object[]> {
  return await stage.db
    .selectFrom('ledger_entry as e')
    .innerJoin('ledger_line as l', 'l.entry_id', 'e.id')
    .select(['e.reference', 'l.account', 'l.amount_cents'])
    .where('e.kind', '=', 'charge')
    .orderBy('l.account')
    .execute()
}

describe('what M-Pesa took for a payment to a customer', () => {
  test('the charge is queried once by receipt, a minute later, and booked; the refund does not change', async () => {
    const order = await paidByB2c()
    const { receipt, id } = await readRefund(stage, order)
    const steps = await readSteps(stage, id)
    await waitDays()
    expect(world.charges).toMatchObject([{ kind: 'status', receipt, of: 'b2c' }])
    expect(await booked()).toEqual([
      { reference: receipt, account: 'charges', amount_cents: 5_00 },
      { reference: receipt, account: 'utility', amount_cents: -5_00 },
    ])
    expect(await readRefund(stage, order)).toMatchObject({
      state: 'done',
      charge_cents: 5_00,
      receipt,
    })
    expect(await readSteps(stage, id)).toEqual(steps)
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test('a charge of zero is not booked, and not queried again', async () => {
    world.chargeCents = 0
    const order = await paidByB2c()
    await waitDays()
    expect(world.charges).toHaveLength(1)
    expect(await booked()).toEqual([])
    expect(await readRefund(stage, order)).toMatchObject({ charge_cents: 0, charge_at: null })
  })

  test.each<RefundFault>(['later', 'unreachable', 'lost', 'refused', 'timeout', 'not_taken'])(
    'is asked at most three times where the answer is %s',
    async (fault) => {
      const order = await paidByB2c()
      world.chargeFaults = Array(9).fill(fault)
      await waitDays()
      expect(world.charges).toHaveLength(3)
      expect(await booked()).toEqual([])
      expect(await readRefund(stage, order)).toMatchObject({ state: 'done', charge_at: null })
      expect(world.moved).toHaveLength(1)
    },
  )

  test('a charge is booked once, however often it is reported', async () => {
    await paidByB2c()
    world.chargeFaults = ['late', 'twice']
    await waitDays()
    await world.deliverLate()
    expect(await booked()).toHaveLength(2)
  })

  test('no charge is queried while an admin has stopped sending', async () => {
    await paidByB2c()
    await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: false })
    await waitDays()
    expect(world.charges).toEqual([])
    await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: true })
    await stage.sweep()
    await world.deliver()
    expect(await booked()).toHaveLength(2)
  })
})
