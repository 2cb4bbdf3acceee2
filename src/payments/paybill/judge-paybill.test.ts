import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { type ByHand, paybillBody, paybillPath, readCode, validate } from '../../../test/paybill.ts'
import { endHolds, fail, MINUTE, pay, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { judgePaybill } from './judge-paybill.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
let event: BuiltEvent
beforeAll(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 300 }] })
})

/**
 * Places an order whose prompt was refused. Returns the order and the paybill payment that the
 * order waits for.
 */
async function unpaid() {
  const order = await prompted(stage, event)
  await fail(stage, order, 1032)
  const account = await readCode(stage, order.orderId)
  return { order, byHand: { account, amount: 300, payer: '2547 ***** 126' } satisfies ByHand }
}

// spec: paybill-validation
test('a payment that an order waits for is accepted, in any spelling of its code', async () => {
  const { byHand } = await unpaid()
  expect(await validate(stage, byHand)).toBe('0')
  const { account } = byHand
  const typed = account.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
  expect(
    await validate(stage, { ...byHand, account: ` ${typed.slice(0, 4)} ${typed.slice(4)}` }),
  ).toBe('0')
  expect(await validate(stage, { ...byHand, payer: 'a'.repeat(64) })).toBe('0')
  expect(await validate(stage, { ...byHand, payer: '' })).toBe('0')
})

test("each refusal has M-Pesa's code", async () => {
  const { byHand } = await unpaid()
  expect(await validate(stage, { ...byHand, amount: 299 })).toBe('C2B00013')
  expect(await validate(stage, { ...byHand, amount: 300.5 })).toBe('C2B00013')
  expect(await validate(stage, { ...byHand, account: 'DERBY' })).toBe('C2B00012')
  expect(await validate(stage, { ...byHand, account: 'ZZZZZZZZ' })).toBe('C2B00012')
  expect(await validate(stage, { ...byHand, shortcode: '600999' })).toBe('C2B00015')
  for (const body of ['', '<html>', '{}', '[1]', '\0']) {
    expect(await validate(stage, body), body).toBe('C2B00016')
  }
})

test('an ended order is refused as an unknown account', async () => {
  const paid = await prompted(stage, event)
  await pay(stage, paid, 'UKV0000001')
  const account = await readCode(stage, paid.orderId)
  expect(await validate(stage, { account, amount: 300 })).toBe('C2B00012')
  const { byHand } = await unpaid()
  await endHolds(stage)
  expect(await validate(stage, byHand)).toBe('C2B00012')
  const closed = await buildEvent(stage.db, { types: [{ price: 300 }] })
  const order = await prompted(stage, closed)
  const code = await readCode(stage, order.orderId)
  expect(await validate(stage, { account: code, amount: 300 })).toBe('0')
  const cancel = stage.db.updateTable('event').set({ cancelled_at: stage.clock.now() })
  await cancel.where('id', '=', closed.id).execute()
  expect(await validate(stage, { account: code, amount: 300 })).toBe('C2B00012')
})

// spec: paybill-prompts-too
test('the payment of our own prompt is accepted until the prompt has left the phone, even after the hold', async () => {
  const order = await prompted(stage, event)
  const account = await readCode(stage, order.orderId)
  expect(await validate(stage, { account, amount: 300 })).toBe('0')
  // Sets the state after a sweep that ends the hold while the buyer types the PIN.
  await sql`update hold set state = 'released' where order_id = ${order.orderId}`.execute(stage.db)
  await sql`update "order" set state = 'expired' where id = ${order.orderId}`.execute(stage.db)
  expect(await validate(stage, { account, amount: 300 })).toBe('0')
  stage.pass(3 * MINUTE)
  expect(await validate(stage, { account, amount: 300 })).toBe('C2B00012')
})

test('a payment is accepted if it cannot be checked in time', async () => {
  const token = (await paybillPath(stage)).split('/').at(-1)!
  const { byHand } = await unpaid()
  const body = JSON.stringify(paybillBody(stage, { ...byHand, amount: 1 }))
  const hurried = { ...stage.deps, timeScale: 0.001 }
  const answer = await stage.db.transaction().execute(async (tx) => {
    await sql`lock table "order" in access exclusive mode`.execute(tx)
    return await judgePaybill(hurried, token, body)
  })
  expect(answer).toEqual({ known: true, refusal: null })
  expect(await judgePaybill(stage.deps, token, body)).toEqual({ known: true, refusal: 'amount' })
})

test.each(['0'.repeat(32), '%00', "'"])(
  'an address with an unknown token, %s, gets 404',
  async (token) => {
    for (const call of ['validation', 'confirmation']) {
      const url = `/cb/c/${token}/${call}`
      expect((await stage.app.inject({ method: 'POST', url, payload: '{}' })).statusCode).toBe(404)
    }
  },
)
