// spec: refund-charge
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readBookDifferences } from '../../../test/books.ts'
import { buildEvent } from '../../../test/build.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { type Bought, bought, readRefund, refundOrder } from '../../../test/refunds.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'

let stage: Stage
let world: RefundWorld
beforeEach(async () => {
  stage = await makeStage()
  world = playRefunds(stage)
})
afterEach(() => stage.close())

/** Pays a refund by B2C. The result does not state M-Pesa's charge. */
async function paidByB2c(chargeCents: number): Promise<Bought> {
  world.chargeCents = chargeCents
  const order = await bought({ stage, world }, await buildEvent(stage.db))
  world.faults.reversal = ['refused']
  await refundOrder(stage, order.orderId)
  await stage.runJobs()
  await world.deliver()
  await stage.sweep()
  await world.deliver()
  return order
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

test('the status query that confirms a B2C payment states its charge, which is booked once', async () => {
  world.faults.confirm = ['none', 'twice']
  const order = await paidByB2c(5_00)
  const refund = await readRefund(stage, order)
  const { receipt } = refund
  expect(refund).toMatchObject({ state: 'done', way: 'b2c', charge_cents: 5_00 })
  await world.settle(30)
  expect(await booked()).toEqual([
    { reference: receipt, account: 'charges', amount_cents: 5_00 },
    { reference: receipt, account: 'utility', amount_cents: -5_00 },
  ])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('a charge of zero is not booked', async () => {
  const order = await paidByB2c(0)
  expect(await readRefund(stage, order)).toMatchObject({ state: 'done', charge_cents: 0 })
  expect(await booked()).toEqual([])
})
