// spec: refund-stray-receipt
import { beforeAll, expect, test } from 'vitest'
import { readBookDifferences } from '../../test/books.ts'
import { newReceipt } from '../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import { callAsAdmin } from '../../test/refunds.ts'
import { keepStage } from '../../test/stage.ts'
import { SMS_AIM_SEPTETS, septets } from '../messages/sms.rules.ts'
import { settleListed } from '../payments/receipts/settle-listed.ts'
import { strayDoneSms, strayRequestedSms } from './refund-sms.rules.ts'

const stage = keepStage()
let world: RefundWorld

beforeAll(async () => {
  world = playRefunds(stage)
})

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
    .selectFrom('unmatched_receipt as s')
    .leftJoin('refund as r', 'r.unmatched_receipt', 's.receipt')
    .select(['s.state', 'r.state as refund', 'r.way'])
    .where('s.receipt', '=', receipt)
    .executeTakeFirst()
  return row
}

test('money without an order goes back to the payer once', async () => {
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

test('without a Reversal it goes by B2C, and without a known payer it needs manual review', async () => {
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

test("money reported only by a confirmation waits for M-Pesa's list", async () => {
  const receipt = await stray('254712000011')
  const set = (listed_at: Date | null) =>
    stage.db
      .updateTable('unmatched_receipt')
      .set({ listed_at })
      .where('receipt', '=', receipt)
      .execute()
  await set(null)
  expect(await payBack(receipt)).toMatchObject({ status: 409, body: { code: 'receipt_unlisted' } })
  await set(stage.clock.now())
  expect(await payBack(receipt)).toMatchObject({ status: 201 })
})

test('a receipt that M-Pesa does not list cannot be refunded', async () => {
  expect(await payBack('UKX9999999')).toMatchObject({ status: 404 })
})

test('the payer is notified when the money is due and when it is back, if M-Pesa named the number', async () => {
  const phone = '254712000012'
  const receipt = await stray(phone)
  stage.sent.length = 0
  await payBack(receipt)
  await world.settle(2)
  const requested = `Your M-PESA payment ${receipt}, KES 350, did not buy any tickets. It will be refunded by `
  expect(stage.textsTo(phone)).toEqual([
    expect.stringContaining(requested),
    `Refunded: KES 350, your M-PESA payment ${receipt}. M-PESA ${world.moved.at(-1)!.receipt}.`,
  ])
  const masked = await stray('2547 ***** 127')
  world.faults.reversal = ['refused']
  const { id } = (await payBack(masked)).body
  await world.settle(2)
  expect(stage.sent.filter((sms) => sms.body.includes(masked))).toEqual([])
  const named = { phone: '0712000013', words: 'They showed the message' }
  expect((await callAsAdmin(stage, 'POST', `/api/refunds/${id}/payer`, named)).status).toBe(200)
  await world.settle(2)
  expect(stage.textsTo('254712000013')).toEqual([
    expect.stringContaining(`Your M-PESA payment ${masked}`),
    expect.stringContaining(`Refunded: KES 350, your M-PESA payment ${masked}`),
  ])
})

test('these SMS are one part in either language, whatever the reference', () => {
  for (const language of ['en', 'sw'] as const) {
    const money = { language, amountKes: 250_000.5, receipt: 'UKX0000001' }
    const reference = 'FT26326 – Ü'.repeat(9)
    for (const body of [
      strayRequestedSms({ ...money, by: '24 Dec' }),
      strayDoneSms(money, { way: 'b2c', receipt: 'UKR0000001', isCash: false }),
      strayDoneSms(money, { way: 'manual', receipt: reference, isCash: false }),
    ]) {
      expect(septets(body), body).toBeLessThanOrEqual(SMS_AIM_SEPTETS)
    }
  }
})
