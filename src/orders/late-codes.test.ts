import { expect, test } from 'vitest'
import { type BuiltEvent, buildCode, buildEvent, buildSeller, orderFor } from '../../test/build.ts'
import { requestOrder } from '../../test/http.ts'
import {
  endHolds,
  fail,
  latestPrompt,
  newReceipt,
  payLate,
  readLimit,
  readOrderState,
  tryAgain,
} from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()

/** Orders one ticket at KES 50 with the code. Returns the order's id and its prompt. */
async function order(event: BuiltEvent, code: string, more: object = {}) {
  const types = event.types.map((type) => ({ ...type, price: 50 }))
  const request = orderFor({ ...event, types }, [1], { promo_code: code, ...more })
  const answer = await requestOrder(stage, request)
  expect(answer.statusCode, answer.body).toBe(202)
  await stage.hurry()
  return { ...request, prompt: { ...(await latestPrompt(stage)), amount: 50 } }
}

async function payFor(prompt: Parameters<typeof payLate>[1]): Promise<void> {
  await payLate(stage, prompt, newReceipt())
  await stage.runJobs()
}

const limits = { kind: 'percent', value: 50 } as const

// spec: late-code
test('money that comes after others used up the code goes back', async () => {
  const event = await buildEvent(stage.db)
  const code = await buildCode(stage.db, event, { ...limits, maxTickets: 1 })
  const late = await order(event, code.code)
  await endHolds(stage)
  const other = await order(event, code.code)
  await payFor(other.prompt)
  expect(await readOrderState(stage, other.orderId)).toBe('issued')
  await payFor(late.prompt)
  expect(await readOrderState(stage, late.orderId)).toMatch(/^refund/)
  const refund = await stage.db
    .selectFrom('refund')
    .select('reason')
    .where('order_id', '=', late.orderId)
    .executeTakeFirstOrThrow()
  expect(refund.reason).toBe('code_used_up')
  expect(await readLimit(stage, code)).toEqual({ held: 0, sold: 1 })
})

// spec: late-code
test('late money is taken while the code still has a use', async () => {
  const event = await buildEvent(stage.db)
  const code = await buildCode(stage.db, event, { ...limits, maxTickets: 1 })
  const late = await order(event, code.code)
  await endHolds(stage)
  await payFor(late.prompt)
  expect(await readOrderState(stage, late.orderId)).toBe('issued')
})

// spec: late-code
test('the limit of a code per phone holds for a phone that pays later', async () => {
  const event = await buildEvent(stage.db)
  const code = await buildCode(stage.db, event, { ...limits, maxPerPhone: 1 })
  const first = await order(event, code.code)
  await payFor(first.prompt)
  const second = await order(event, code.code)
  await fail(stage, second.prompt, 1032)
  const { status, body } = await tryAgain(stage, second.orderId, {
    phoneNumber: first.phoneNumber,
  })
  expect([status, body.code, body.left]).toEqual([409, 'code_used_up', 0])
})

// spec: late-code
test("a seller's own phone that pays later earns nothing", async () => {
  const event = await buildEvent(stage.db)
  const code = await buildCode(stage.db, event, limits)
  const seller = await buildSeller(stage.db, event, { percent: 10 })
  const placed = await order(event, code.code, { seller: seller.number })
  const readTerms = async () =>
    await stage.db
      .selectFrom('order_source')
      .select('basis_points')
      .where('order_id', '=', placed.orderId)
      .executeTakeFirstOrThrow()
  expect(await readTerms()).toEqual({ basis_points: 1000 })
  await fail(stage, placed.prompt, 1032)
  expect((await tryAgain(stage, placed.orderId, { phoneNumber: seller.phone })).status).toBe(202)
  expect(await readTerms()).toEqual({ basis_points: 0 })
})
