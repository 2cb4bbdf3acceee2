// spec: work-list-settled
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { MINUTE, newReceipt, pay, prompted, readPayments } from '../../../test/purchase.ts'
import { callAsAdmin } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import { findWork } from '../../../test/work-rows.ts'
import { settleListed } from '../receipts/settle-listed.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let event: BuiltEvent
beforeAll(async () => {
  event = await buildEvent(stage.db)
})

async function sold() {
  const order = await prompted(stage, event)
  const receipt = newReceipt()
  await pay(stage, order, receipt)
  const [payment] = await readPayments(stage, order.orderId)
  return { ...order, receipt, id: payment!.id }
}

const change = (id: string, set: Record<string, unknown>) =>
  stage.db.updateTable('payment').set(set).where('id', '=', id).execute()

const find = (id: string) => findWork(stage, id)

const explain = (id: string, words: string) =>
  callAsAdmin(stage, 'POST', `/api/payments/${id}/explain`, { words })

const overdue = async (what: string) =>
  Number(
    (await stage.deps.metrics.registry.metrics()).match(
      new RegExp(`lango_overdue{what="${what}"} (\\d+)`),
    )?.[1],
  )

const ago = (hours: number) => new Date(stage.clock.now().getTime() - hours * 60 * MINUTE)

test("an unlisted receipt leaves the work list once M-Pesa's list shows it", async () => {
  const { id, receipt, push, amount } = await sold()
  await change(id, { alarmed_at: stage.clock.now() })
  expect(await find(id)).toMatchObject({
    kind: 'receipt_not_listed',
    by_itself: expect.stringMatching(
      /^We check M-PESA's statement at least once an hour until [A-Z][a-z]{2}, [A-Z][a-z]{2} \d/,
    ),
    actions: ['look_again', 'explain'],
  })
  const row = { receipt, amountCents: amount * 100, msisdn: push.phone, at: null }
  await settleListed(stage.deps, [{ ...row, accountReference: push.accountReference }])
  expect(await find(id)).toBeUndefined()
  expect((await explain(id, 'It is there')).body.code).toBe('nothing_to_explain')
})

test('an unlisted receipt leaves the work list once an admin explains it, with a row in the audit log', async () => {
  const { id, receipt } = await sold()
  await change(id, { alarmed_at: stage.clock.now(), created_at: ago(60) })
  expect((await find(id))?.by_itself).toMatch(
    /^Nothing until someone finds the payment in M-PESA's portal/,
  )
  await stage.sweep()
  expect(await overdue('receipt_not_listed')).toBe(1)
  expect((await explain(id, '  ')).status).toBe(422)
  expect(await explain(id, ' On the statement of 20 Nov. ')).toMatchObject({ status: 200 })
  expect(await explain(id, 'Pressed again')).toMatchObject({ status: 200 })
  expect(await find(id)).toBeUndefined()
  await stage.sweep()
  expect(await overdue('receipt_not_listed')).toBe(0)
  const logged = await stage.db
    .selectFrom('audit_log')
    .select(['subject', 'event_id', 'after'])
    .where('action', '=', 'payment_explained')
    .execute()
  const after = { words: 'On the statement of 20 Nov.' }
  expect(logged).toEqual([{ subject: receipt, event_id: event.id, after }])
})

test('a payment without a receipt stays in the work list until an admin explains it', async () => {
  const { id } = await sold()
  await change(id, { mpesa_receipt: null, confirmed_amount_cents: null })
  expect(await find(id)).toBeUndefined()
  await change(id, { created_at: ago(60) })
  expect(await find(id)).toMatchObject({
    kind: 'payment_without_receipt',
    amount: 100,
    receipt: null,
    known: 'M-PESA confirmed a payment of KES 100, but its list of payments shows no code for it.',
    actions: ['look_again', 'explain'],
  })
  await stage.sweep()
  expect(await overdue('payment_without_receipt')).toBe(1)
  await explain(id, 'The statement names it: UKW0000009.')
  expect(await find(id)).toBeUndefined()
  await stage.sweep()
  expect(await overdue('payment_without_receipt')).toBe(0)
})

test('an unknown payment gets 404', async () => {
  for (const id of [randomUUID(), 'x']) {
    expect(await explain(id, 'Words')).toMatchObject({
      status: 404,
      body: { code: 'payment_not_found' },
    })
  }
})
