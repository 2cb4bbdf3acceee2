// spec: work-list-other-amount
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readBookDifferences } from '../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { readOrderState } from '../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import { bought, callAsAdmin, readRefunds, refundOrder } from '../../test/refunds.ts'
import { keepStage } from '../../test/stage.ts'
import { findWork } from '../../test/work-rows.ts'
import { settleListed } from '../payments/receipts/settle-listed.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent
beforeEach(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ price: 200 }] })
})
afterEach(async () => expect(await readBookDifferences(stage.db)).toEqual([]))

/**
 * Sells tickets for which the callback reported the price, but M-Pesa's list shows another amount.
 */
async function sold(takenKes: number) {
  const order = await bought({ stage, world }, event, [1], { listed: false })
  const { receipt, code, phone } = order
  const amountCents = takenKes * 100
  world.taken.set(receipt, amountCents)
  const row = { receipt, amountCents, accountReference: code, msisdn: phone, at: null }
  await settleListed(stage.deps, [row])
  // Reading the list again reports nothing new.
  await settleListed(stage.deps, [row])
  return order
}

const press = (id: string, action: string, body: object = {}) =>
  callAsAdmin(stage, 'POST', `/api/payments/${id}/${action}`, body)
const book = (id: string) => press(id, 'book_difference', { words: 'Their word for it.' })

async function audited(receipt: string) {
  const rows = await stage.db
    .selectFrom('audit_log')
    .select(['action', 'event_id', 'after'])
    .where('subject', '=', receipt)
    .execute()
  return rows.map(({ action, event_id, after }) => ({
    action,
    ofEvent: event_id === event.id,
    after,
  }))
}

/** The shop's gain or loss in the ledger, in cents. A debit is positive. */
async function ours(paymentId: string): Promise<number> {
  const row = await stage.db
    .selectFrom('ledger_line as l')
    .innerJoin('ledger_entry as e', 'e.id', 'l.entry_id')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('l.amount_cents'), eb.lit(0)).as('cents'))
    .where('e.payment_id', '=', paymentId)
    .where('l.account', '=', 'differences')
    .executeTakeFirstOrThrow()
  return Number(row.cents)
}

test('a sale with another amount on the list needs manual review and is on the work list', async () => {
  const { paymentId, orderId } = await sold(250)
  expect(await findWork(stage, paymentId)).toMatchObject({
    kind: 'amount_differs',
    known: 'M-PESA received KES 250 for tickets of KES 200.',
    by_itself: 'Nothing until someone books or refunds the difference. The tickets are valid.',
    actions: ['book_difference', 'pay_back_difference'],
  })
  expect(await readOrderState(stage, orderId)).toBe('issued')
  await stage.sweep()
  const text = await stage.deps.metrics.registry.metrics()
  expect(/lango_overdue{what="amount_differs"} (\d+)/.exec(text)?.[1]).toBe('1')
  await book(paymentId)
})

test.each([
  [250, -50_00],
  [150, 50_00],
])('%d for 200 is booked as received, with a reason, once', async (taken, cents) => {
  const { paymentId, receipt } = await sold(taken)
  expect((await press(paymentId, 'book_difference', { words: ' ' })).status).toBe(422)
  expect(await book(paymentId)).toMatchObject({ status: 200 })
  expect(await ours(paymentId)).toBe(cents)
  expect(await findWork(stage, paymentId)).toBeUndefined()
  expect(await book(paymentId)).toMatchObject({ status: 409, body: { code: 'no_difference' } })
  const after = { amount: -cents / 100, words: 'Their word for it.' }
  expect(await audited(receipt)).toEqual([{ action: 'difference_booked', ofEvent: true, after }])
})

test('the excess goes back to the payer once, and the tickets stay valid', async () => {
  const { paymentId, orderId, receipt, phone } = await sold(250)
  const { status, body } = await press(paymentId, 'pay_back_difference')
  expect([status, body.amount, body.reason]).toEqual([201, 50, 'wrong_amount'])
  expect(await press(paymentId, 'pay_back_difference')).toMatchObject({ status: 409 })
  expect(await book(paymentId)).toMatchObject({ status: 409 })
  expect(await findWork(stage, paymentId)).toBeUndefined()
  await world.settle()
  expect(world.moved).toMatchObject([{ kind: 'b2c', amountCents: 50_00, phone }])
  expect(await readOrderState(stage, orderId)).toBe('issued')
  expect(await audited(receipt)).toMatchObject([{ action: 'difference_paid_back' }])
  const notices = stage.sent.filter((sms) => sms.phone === phone && /KES 50\b/.test(sms.body))
  expect(notices).toHaveLength(2)
})

test.each<[string, number, (id: string) => Promise<unknown>, number]>([
  ['more, and nobody said anything', 250, async () => {}, 250],
  ['more, which we keep', 250, book, 200],
  ['more, which went back', 250, (id) => press(id, 'pay_back_difference'), 200],
  ['less, and nobody said anything', 150, async () => {}, 150],
  ['less, which we bear', 150, book, 150],
])(
  'an order of which was taken %s goes back as far as it was paid',
  async (_what, taken, before, back) => {
    const { paymentId, orderId } = await sold(taken)
    await before(paymentId)
    expect(await refundOrder(stage, orderId)).toMatchObject({ status: 201, body: { amount: back } })
    await world.settle()
    const refunds = await readRefunds(stage, orderId)
    expect(refunds.every(({ state }) => state === 'done')).toBe(true)
    expect(await readOrderState(stage, orderId)).toBe('refunded')
    expect(await findWork(stage, paymentId)).toBeUndefined()
  },
)

test('a difference that does not exist cannot be paid back', async () => {
  const { paymentId } = await bought({ stage, world }, event)
  for (const action of ['book_difference', 'pay_back_difference']) {
    expect((await press(paymentId, action, { words: 'x' })).body.code).toBe('no_difference')
    for (const id of [randomUUID(), 'x']) {
      expect((await press(id, action, { words: 'x' })).body.code).toBe('payment_not_found')
    }
  }
})
