// spec: refund-stray-receipt
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBookDifferences } from '../../test/books.ts'
import { newReceipt } from '../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import { callAsAdmin } from '../../test/refunds.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { settleListed } from '../payments/settle-listed.ts'

let stage: Stage
let world: RefundWorld

beforeAll(async () => {
  stage = await makeStage()
  world = playRefunds(stage)
})
afterAll(() => stage.close())

async function stray(msisdn: string) {
  const receipt = newReceipt()
  const row = { receipt, amountCents: 350_00, accountReference: 'NOCODE', msisdn, at: null }
  world.taken.set(receipt, row.amountCents)
  await settleListed(stage.deps, [row])
  return receipt
}

const payBack = (receipt: string) => callAsAdmin(stage, 'POST', `/api/receipts/${receipt}/pay_back`)

const stateOf = async (receipt: string) => {
  const row = await stage.db
    .selectFrom('stray_receipt as s')
    .leftJoin('refund as r', 'r.stray_receipt', 's.receipt')
    .select(['s.state', 'r.state as refund', 'r.way'])
    .where('s.receipt', '=', receipt)
    .executeTakeFirst()
  return row
}

test('money under no code goes back to who paid, once', async () => {
  const receipt = await stray('254712000009')
  expect(await payBack(receipt)).toMatchObject({
    status: 201,
    body: { amount: 350, reason: 'stray', state: 'due', order_id: null },
  })
  expect(await stateOf(receipt)).toMatchObject({ state: 'refund_due', refund: 'due' })
  expect(await readBookDifferences(stage.db)).toEqual([])
  expect(await payBack(receipt)).toMatchObject({ status: 409, body: { code: 'receipt_used' } })
  await world.settle(1)
  expect(await stateOf(receipt)).toEqual({ state: 'refunded', refund: 'done', way: 'reversal' })
  expect(world.moved).toMatchObject([{ kind: 'reversal', original: receipt }])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('by a payment where M-Pesa reverses nothing, and by people where nobody knows who paid', async () => {
  const known = await stray('254712000010')
  world.faults.reversal = ['refused']
  await payBack(known)
  await world.settle(2)
  expect(await stateOf(known)).toMatchObject({ state: 'refunded', way: 'b2c' })
  expect(world.moved.at(-1)).toMatchObject({ kind: 'b2c', phone: '254712000010' })
  const masked = await stray('2547 ***** 126')
  world.faults.reversal = ['refused']
  await payBack(masked)
  await world.settle(2)
  expect(await stateOf(masked)).toMatchObject({ state: 'refund_due', refund: 'manual' })
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('a receipt that M-Pesa does not list is not there', async () => {
  expect(await payBack('UKX9999999')).toMatchObject({ status: 404 })
})
