// Tests paybill payments for expired orders that had the price of a price step.
import { afterAll, expect, test } from 'vitest'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { confirmByHand, readCode } from '../../../test/paybill.ts'
import {
  endHolds,
  fail,
  MINUTE,
  newReceipt,
  pay,
  prompted,
  readPayments,
} from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { makePullSweep } from '../receipts/pull-receipts.job.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
afterAll(async () => {
  expect(await readBookDifferences(stage.db)).toEqual([])
})

/** An event with this step, and an order at the step's price that expired unpaid. */
async function expired(step: { endsAt?: Date; quantity?: number }) {
  const types = [{ price: 2000, steps: [{ price: 1500, ...step }] }]
  const event = await buildEvent(stage.db, { title: 'Derby Day', types })
  event.types[0]!.price = 1500
  const order = await prompted(stage, event)
  await fail(stage, order, 1032)
  await endHolds(stage)
  return { ...order, event, code: await readCode(stage, order.orderId) }
}

/** Pays by paybill. M-Pesa confirms the payment and lists it. */
async function payByHand(
  { code, phoneNumber }: { code: string; phoneNumber: string },
  kes: number,
) {
  const receipt = await confirmByHand(stage, { account: code, amount: kes, payer: phoneNumber })
  await stage.runJobs()
  const money = { receipt, amountCents: kes * 100, accountReference: code, msisdn: phoneNumber }
  stage.daraja.receipts.push({ ...money, at: stage.clock.now() })
  stage.pass(61 * MINUTE)
  await makePullSweep(stage.deps)()
  await stage.runJobs()
  return receipt
}

const countOf = async ({ id }: BuiltEvent) =>
  await stage.db
    .selectFrom('sale_limit')
    .select(['held', 'sold'])
    .where('event_id', '=', id)
    .execute()

// spec: wrong-amount-new-price
test('the SMS about a wrong amount names no price for a new order if a step may have ended since', async () => {
  const order = await expired({ endsAt: new Date(stage.clock.now().getTime() + MINUTE) })
  await payByHand(order, 1000)
  expect(stage.sent.map(({ body }) => body)).toContain(
    `Your KES 1,000 is not the price of Derby Day and will be refunded to the payer. To buy, order again and pay in one payment. Ref ${order.code}`,
  )
})

// spec: price-step-late-money
test('late money is taken at the price of the order, also when the step is full, and the step does not count the tickets', async () => {
  const order = await expired({ quantity: 1 })
  await pay(stage, await prompted(stage, order.event), newReceipt())
  expect(await countOf(order.event)).toEqual([{ held: 0, sold: 1 }])
  const receipt = await payByHand(order, 1500)
  const payments = await readPayments(stage, order.orderId)
  expect(payments).toContainEqual(expect.objectContaining({ mpesa_receipt: receipt, use: 'sale' }))
  const lines = stage.db.selectFrom('order_line').select(['price_cents', 'amount_cents'])
  expect(await lines.where('order_id', '=', order.orderId).execute()).toEqual([
    { price_cents: 150_000, amount_cents: 150_000 },
  ])
  expect(await countOf(order.event)).toEqual([{ held: 0, sold: 1 }])
})
