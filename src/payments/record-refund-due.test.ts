import { expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { newReceipt, prompted, readPayments } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { lockOrder } from '../orders/orders.sql.ts'
import { inTransaction } from '../platform/database/db.ts'
import { confirmPayment, type Proof } from './confirm-payment.ts'
import { lockPayment } from './payments.sql.ts'
import { type RefundDueReason, recordRefundDue } from './record-refund-due.ts'

const stage = keepStage()

async function confirmed(proof: Proof) {
  const { orderId } = await prompted(stage, await buildEvent(stage.db))
  const [payment] = await readPayments(stage, orderId)
  await inTransaction(stage.db, (tx) =>
    confirmPayment(tx, { id: payment!.id, orderId }, proof, stage.clock.now()),
  )
  return { id: payment!.id, orderId }
}

async function oweAgain(payment: { id: string; orderId: string }, reason: RefundDueReason) {
  await inTransaction(stage.db, async (tx) => {
    const now = stage.clock.now()
    const order = await lockOrder(tx, payment.orderId, now)
    const { id, phone } = await lockPayment(tx, payment.id)
    await recordRefundDue(tx, { id, phone, order: order! }, { amountCents: 50_25, reason, now })
  })
}

const money = () => ({ receipt: newReceipt(), amountCents: 50_25 })

test('money is in suspense until it is due back, and the event row names the reason', async () => {
  const paid = money()
  const payment = await confirmed({ cause: 'pull', money: paid })
  const events = await stage.db
    .selectFrom('payment_event')
    .select(['use', 'cause', 'detail'])
    .where('payment_id', '=', payment.id)
    .where('to_state', '=', 'confirmed')
    .orderBy('id')
    .execute()
  const { receipt, amountCents: amount_cents } = paid
  expect(events).toEqual([
    { use: 'suspense', cause: 'pull', detail: { receipt, amount_cents } },
    { use: 'refund_due', cause: 'wrong_amount', detail: { amount_cents } },
  ])
})

test('a payment becomes due back once, with one SMS', async () => {
  const payment = await confirmed({ cause: 'callback', money: money() })
  await stage.runJobs()
  stage.sent.length = 0
  await oweAgain(payment, 'unexplained')
  await expect(oweAgain(payment, 'unexplained')).rejects.toThrow('impossible: the money of')
  await stage.runJobs()
  expect(stage.sent).toMatchObject([{ body: expect.stringContaining('KES 50.25') }])
  expect(await readPayments(stage, payment.orderId)).toMatchObject([{ use: 'refund_due' }])
})

test('an unpaid payment cannot become due back', async () => {
  const { orderId } = await prompted(stage, await buildEvent(stage.db))
  const [payment] = await readPayments(stage, orderId)
  await expect(oweAgain({ id: payment!.id, orderId }, 'wrong_amount')).rejects.toThrow('impossible')
})
