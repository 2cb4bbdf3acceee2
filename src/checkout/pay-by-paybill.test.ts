import { beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone, orderFor } from '../../test/build.ts'
import { requestOrder } from '../../test/http.ts'
import { confirmByHand, validate } from '../../test/paybill.ts'
import {
  endHolds,
  fail,
  MINUTE,
  prompted,
  readOrder,
  readOrderState,
  readStock,
  tryAgain,
} from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { SMS_AIM_SEPTETS, septets } from '../messages/sms.rules.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '3' })
const till = keepStage({ MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline' })
let event: BuiltEvent
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 300, capacity: 20 }] })
  stage.sent.length = 0
  stage.daraja.nextQuery = () => ({ kind: 'pending' })
})

async function order(changes: object = {}, on = stage, of = event) {
  const payload = orderFor(of, [1], { payBy: 'paybill', ...changes })
  const answer = await requestOrder(on, payload)
  return { ...payload, status: answer.statusCode, body: answer.json() }
}
/** Seconds from the order, or from its prompt at index `prompt`, to the end of the offer. */
async function lasting(order_id: string, { pay_until }: { pay_until: string }, prompt?: number) {
  const { created_at } = await stage.db
    .selectFrom('order')
    .select('created_at')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  const payments = await stage.db
    .selectFrom('payment')
    .select('prompting_at')
    .where('order_id', '=', order_id)
    .orderBy('created_at')
    .execute()
  const from = prompt === undefined ? created_at : payments.at(prompt)!.prompting_at!
  return (Date.parse(pay_until) - from.getTime()) / 1000
}
const stock = () => readStock(stage, event.types[0]!.id)
const paybillSms = (to: string) =>
  stage.sent.filter(({ phone, body }) => phone === to && /Paybill/.test(body))

// spec: paybill-from-start
describe('an order that is paid by paybill from the start', () => {
  test("returns the paybill's numbers, holds its tickets for three minutes and sends no prompt", async () => {
    const pushes = stage.daraja.pushes.length
    const placed = await order()
    expect([placed.status, placed.body.status, placed.body.phase]).toEqual([
      202,
      'pending',
      'by_hand',
    ])
    const { paybill } = placed.body
    expect(paybill).toEqual({ business: '174379', account: expect.any(String), amount: 300 })
    const { pay_until } = (await readOrder(stage, placed.orderId)).body
    expect(await lasting(placed.orderId, { pay_until })).toBe(180)
    await stage.runJobs()
    stage.pass(2 * MINUTE)
    await stage.sweep()
    expect(stage.daraja.pushes.length).toBe(pushes)
    expect((await readOrder(stage, placed.orderId)).body).toMatchObject({
      phase: 'by_hand',
      paybill,
    })
    expect(await validate(stage, { account: paybill.account, amount: 300 })).toBe('0')
    const receipt = await confirmByHand(stage, { account: paybill.account, amount: 300 })
    await stage.runJobs()
    expect((await readOrder(stage, placed.orderId)).body).toMatchObject({
      status: '0',
      rrn: receipt,
    })
  })

  test('expires after ten minutes', async () => {
    const placed = await order()
    expect((await stock()).held).toBe(1)
    stage.pass(10 * MINUTE + 6000)
    await stage.sweep()
    expect(await readOrderState(stage, placed.orderId)).toBe('expired')
    expect((await stock()).held).toBe(0)
  })

  test('is the same order if repeated, and a conflict if changed', async () => {
    const placed = await order()
    const { status: _, body: __, ...same } = placed
    expect((await order(same)).body).toMatchObject({ order_id: placed.orderId, phase: 'by_hand' })
    const { payBy: ___, ...other } = same
    expect((await order({ ...other, payBy: 'prompt' })).status).toBe(409)
    expect((await stock()).held).toBe(1)
  })

  test("counts as its phone's order: another order of the phone replaces it", async () => {
    const phoneNumber = newPhone()
    const first = await order({ phoneNumber })
    const second = await order({ phoneNumber, replaces: [first.orderId] })
    expect(await readOrderState(stage, first.orderId)).toBe('expired')
    expect(second.status).toBe(202)
    expect((await stock()).held).toBe(1)
  })

  test('counts in the share of its address like any other', async () => {
    const small = await buildEvent(stage.db, {
      types: [{ price: 300, capacity: 30, maxPerOrder: 2 }],
    })
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await order({}, stage, small)).status)
    expect(statuses.slice(0, 2)).toEqual([202, 202])
    expect(statuses.at(-1)).toBe(429)
  })

  test('is possible for a phone with too many unanswered prompts', async () => {
    const phoneNumber = newPhone()
    const prompts = { phoneNumber, payBy: 'prompt' }
    let status = 202
    for (let i = 0; i < 10 && status === 202; i++) {
      ;({ status } = await order(prompts, stage, await buildEvent(stage.db)))
      await stage.runJobs()
      await fail(stage, { callbackPath: callbackPath(), checkoutId: checkoutId() }, 1037)
    }
    expect(status).toBe(429)
    expect((await order({ phoneNumber })).status).toBe(202)
  })

  test('may be prompted later', async () => {
    const placed = await order()
    expect((await tryAgain(stage, placed.orderId)).status).toBe(202)
    const pushes = stage.daraja.pushes.length
    await stage.runJobs()
    expect(stage.daraja.pushes.length).toBe(pushes + 1)
    expect((await readOrder(stage, placed.orderId)).body.phase).toBe('prompted')
  })

  // spec: paybill-to-prompt
  test('is prompted once, and sells once if it is paid by paybill all the same', async () => {
    const { orderId, body } = await order()
    const ask = () => tryAgain(stage, orderId)
    expect([await ask(), await ask()].map((answer) => answer.body.code)).toEqual([
      undefined,
      'prompt_open',
    ])
    const pushes = stage.daraja.pushes.length
    await stage.runJobs()
    expect(stage.daraja.pushes.length).toBe(pushes + 1)
    await confirmByHand(stage, { account: body.paybill.account, amount: 300 })
    await stage.runJobs()
    expect((await readOrder(stage, orderId)).body.status).toBe('0')
    expect((await ask()).body.code).toBe('already_paid')
    expect(await stock()).toMatchObject({ held: 0, sold: 1 })
  })

  // spec: paybill-to-prompt
  test('is not prompted if its payment by paybill comes first', async () => {
    const { body, orderId } = await order()
    await confirmByHand(stage, { account: body.paybill.account, amount: 300 })
    await tryAgain(stage, orderId)
    const pushes = stage.daraja.pushes.length
    await stage.runJobs()
    expect(stage.daraja.pushes.length).toBe(pushes)
    expect((await tryAgain(stage, orderId)).body.code).toBe('already_paid')
    expect((await readOrder(stage, orderId)).body.status).toBe('0')
  })
})

const callbackPath = () => new URL(stage.daraja.pushes.at(-1)!.callbackUrl).pathname
const checkoutId = () => `ws_CO_${stage.daraja.pushes.length}`

// spec: paybill-after-prompt
describe('after a prompt that failed or is silent', () => {
  test('the reply offers the paybill, and the hold lasts ten minutes from the first prompt', async () => {
    const one = await prompted(stage, event)
    stage.pass(MINUTE)
    await fail(stage, one, 1032)
    const { body } = await readOrder(stage, one.orderId)
    const account = one.push.accountReference
    expect(body).toMatchObject({
      status: 'failed',
      paybill: { business: '174379', account, amount: 300 },
    })
    expect(await lasting(one.orderId, body, 0)).toBe(600)
    stage.pass(8 * MINUTE)
    await stage.sweep()
    expect(await readOrderState(stage, one.orderId)).toBe('failed')
    expect((await stock()).held).toBe(1)
    stage.pass(MINUTE + 1000)
    await stage.sweep()
    expect(await readOrderState(stage, one.orderId)).toBe('expired')
    expect((await readOrder(stage, one.orderId)).body.paybill).toBeUndefined()
  })

  test('another prompt does not move the last end', async () => {
    const one = await prompted(stage, event)
    await fail(stage, one, 1032)
    const { pay_until } = (await readOrder(stage, one.orderId)).body
    stage.pass(8 * MINUTE)
    await tryAgain(stage, one.orderId)
    await stage.runJobs()
    stage.pass(MINUTE)
    await fail(stage, { callbackPath: callbackPath(), checkoutId: checkoutId() }, 1032)
    expect((await readOrder(stage, one.orderId)).body.pay_until).toBe(pay_until)
    stage.pass(MINUTE + 1000)
    await stage.sweep()
    expect(await readOrderState(stage, one.orderId)).toBe('expired')
  })

  test('another prompt that is silent does not move it either', async () => {
    const one = await prompted(stage, event)
    await fail(stage, one, 1032)
    stage.pass(9 * MINUTE)
    await tryAgain(stage, one.orderId)
    await stage.runJobs()
    stage.pass(MINUTE + 1000)
    await stage.sweep()
    expect(await readOrderState(stage, one.orderId)).toBe('expired')
  })

  test('tickets that are taken again are held again', async () => {
    const one = await prompted(stage, event)
    await fail(stage, one, 1032)
    await endHolds(stage)
    await tryAgain(stage, one.orderId)
    await stage.runJobs()
    await fail(stage, { callbackPath: callbackPath(), checkoutId: checkoutId() }, 1032)
    expect(await lasting(one.orderId, (await readOrder(stage, one.orderId)).body, -1)).toBe(600)
  })

  test('the page offers the paybill for a silent prompt once no phone can show it any more', async () => {
    const one = await prompted(stage, event)
    expect((await readOrder(stage, one.orderId)).body.paybill).toBeUndefined()
    stage.pass(101_000)
    const { body } = await readOrder(stage, one.orderId)
    expect(body).toMatchObject({ phase: 'confirming', paybill: { amount: 300 } })
  })

  test('one SMS of one part offers it, and none if the buyer tries again', async () => {
    const long = await buildEvent(stage.db, { title: 'A Title That Is Long '.repeat(5) })
    const one = await prompted(stage, long)
    await fail(stage, one, 1032)
    expect(paybillSms(one.phoneNumber)).toEqual([])
    await stage.hurry()
    await fail(stage, one, 1032)
    await stage.hurry()
    const [sms, ...others] = paybillSms(one.phoneNumber)
    expect(others).toEqual([])
    expect(sms!.body).toContain(`Paybill 174379, account ${one.push.accountReference}, KES 100 by `)
    expect(septets(sms!.body)).toBeLessThanOrEqual(SMS_AIM_SEPTETS)
    const two = await prompted(stage, event)
    await fail(stage, two, 1032)
    await tryAgain(stage, two.orderId)
    await stage.hurry()
    expect(paybillSms(two.phoneNumber)).toEqual([])
  })

  test('an SMS offers it for a silent prompt, too, and none after the time to pay', async () => {
    const one = await prompted(stage, event)
    stage.pass(121_000)
    await stage.sweep()
    expect(paybillSms(one.phoneNumber)).toHaveLength(1)
    const late = await prompted(stage, event)
    stage.pass(8 * MINUTE + 30_000)
    await fail(stage, late, 1032)
    await stage.hurry()
    expect(paybillSms(late.phoneNumber)).toEqual([])
  })
})

// spec: paybill-not-till
describe('with a till number', () => {
  test('no paybill is offered, and a failed prompt keeps its tickets for two minutes', async () => {
    const own = await buildEvent(till.db)
    const refused = await order({}, till, own)
    expect([refused.status, refused.body.code]).toEqual([422, 'no_paybill'])
    const one = await prompted(till, own)
    await fail(till, one, 1032)
    expect((await readOrder(till, one.orderId)).body.paybill).toBeUndefined()
    await till.hurry()
    expect(till.sent).toEqual([])
    till.pass(2 * MINUTE + 1000)
    await till.sweep()
    expect(await readOrderState(till, one.orderId)).toBe('expired')
  })
})
