import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import {
  expectNothingSold,
  listPaid,
  MINUTE,
  newReceipt,
  paidFor,
  place,
  prompted,
  readOrder,
  readOrderState,
  readOutcomes,
  readPayments,
  requestIdFor,
  tell,
} from '../../../test/purchase.ts'
import { keepStage, paidCallback, type Stage } from '../../../test/stage.ts'
import type { PushAnswer } from '../mpesa/stk-push.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000', LIMIT_PUSH_PER_ADDRESS: '1000' })
let event: BuiltEvent
let accept: Stage['daraja']['nextPush']

beforeAll(async () => {
  accept = stage.daraja.nextPush
})
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 200, capacity: 50 }] })
  stage.daraja.nextPush = accept
  stage.daraja.nextQuery = () => ({ kind: 'pending' })
  stage.daraja.receipts = []
  // Payments of earlier tests become too old to be queried.
  await stage.db
    .updateTable('payment')
    .set({ created_at: new Date(0), next_query_at: null })
    .execute()
  stage.sent.length = 0
})

/**
 * Places an order whose push got no response. Its prompt may be on the phone, under an id that the
 * shop does not know.
 */
async function lost() {
  stage.daraja.nextPush = () => ({ kind: 'unknown', raw: {} })
  const order = await prompted(stage, event)
  stage.daraja.nextPush = accept
  return order
}

const stateOf = async (order: { orderId: string }) =>
  (await readPayments(stage, order.orderId)).at(-1)!.state

describe('a success for a push that never returned an id', () => {
  test('a success with an id that does not fit the prompt sells nothing and causes no query', async () => {
    const queries = vi.spyOn(stage.daraja, 'query')
    const [order, other] = [await lost(), await lost()]
    const paid = requestIdFor(other.push.phone, stage.clock.now())
    const early = requestIdFor(
      order.push.phone,
      new Date(stage.clock.now().getTime() - 10 * MINUTE),
    )
    const reportedIds = ['ws_CO_old', '', paid, early]
    for (const id of reportedIds) await tell(stage, order, paidFor(order, { id }))
    stage.daraja.nextQuery = () => ({ kind: 'paid' })
    for (let i = 0; i < 3; i++) {
      stage.pass(MINUTE)
      await stage.sweep()
    }
    expect(queries.mock.calls.flat().filter((id) => reportedIds.includes(id))).toEqual([])
    queries.mockRestore()
    expect(await readOutcomes(stage, order)).toEqual(Array(4).fill('waiting'))
    expect(await stateOf(order)).toBe('unknown')
    await expectNothingSold(stage, order)
    // The page says 'Do not pay again', because the payment is being checked.
    expect((await readOrder(stage, order.orderId)).body.phase).toBe('confirming')
  })

  test('a success with an id that fits the prompt is queried, and then sold with its receipt', async () => {
    const order = await lost()
    const id = requestIdFor(order.push.phone, stage.clock.now())
    const receipt = newReceipt()
    await tell(stage, order, paidFor(order, { id, receipt }))
    await expectNothingSold(stage, order)
    stage.daraja.nextQuery = (queried) =>
      queried === id ? { kind: 'paid' } : { kind: 'failed', code: '1032' }
    stage.pass(16_000)
    await stage.sweep()
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: '0',
      rrn: receipt,
    })
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { state: 'confirmed', use: 'sale', mpesa_receipt: receipt },
    ])
    expect(stage.sent).toHaveLength(1)
  })

  test('a success with an id of another payment is not queried', async () => {
    const phone = '254712345001'
    const id = requestIdFor(phone, stage.clock.now())
    stage.daraja.nextPush = (): PushAnswer => ({
      kind: 'accepted',
      merchantRequestId: 'm',
      checkoutRequestId: id,
      raw: {},
    })
    const first = await prompted(stage, event, [1], { phoneNumber: phone })
    await tell(stage, first, paidFor(first, { id }))
    expect(await readOrderState(stage, first.orderId)).toBe('issued')
    stage.daraja.nextPush = () => ({ kind: 'unknown', raw: {} })
    const second = await prompted(stage, event, [1], { phoneNumber: phone })
    const queries = vi.spyOn(stage.daraja, 'query')
    stage.daraja.nextQuery = () => ({ kind: 'paid' })
    await tell(stage, second, paidFor(second, { id }))
    stage.pass(MINUTE)
    await stage.sweep()
    expect(queries.mock.calls.flat()).not.toContain(id)
    queries.mockRestore()
    expect(await stateOf(second)).toBe('unknown')
  })

  test('a failed query for a reported id fails nothing, because the id may be invented', async () => {
    const order = await lost()
    const id = requestIdFor(order.push.phone, stage.clock.now())
    await tell(stage, order, paidFor(order, { id }))
    stage.daraja.nextQuery = () => ({ kind: 'failed', code: '1032' })
    stage.pass(16_000)
    await stage.sweep()
    expect(await stateOf(order)).toBe('unknown')
  })

  test('a success without a known id is sold as soon as Pull Transactions lists it', async () => {
    const order = await lost()
    const receipt = newReceipt()
    await tell(stage, order, paidFor(order, { id: 'ws_CO_old', receipt }))
    await listPaid(stage, receipt, 200)
    stage.pass(5000)
    await stage.sweep()
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: '0',
      rrn: receipt,
    })
  })

  /** Sends a push. The given callbacks arrive at its address before the push returns. */
  async function overtakenBy(bodies: (id: string) => object[]) {
    const order = await place(stage, event)
    const id = `ws_CO_own_${order.orderId.slice(0, 8)}`
    let path = ''
    stage.daraja.nextPush = async (push): Promise<PushAnswer> => {
      path = new URL(push.callbackUrl).pathname
      for (const payload of bodies(id)) {
        await stage.app.inject({ method: 'POST', url: path, payload })
      }
      // The job reads the callbacks before the push returns.
      await stage.runJobs()
      await expectNothingSold(stage, order)
      return { kind: 'accepted', merchantRequestId: 'm', checkoutRequestId: id, raw: {} }
    }
    await stage.runJobs()
    return { ...order, callbackPath: path }
  }

  test('a success is read again once the push returns its id', async () => {
    const receipt = newReceipt()
    const order = await overtakenBy((id) => [paidCallback(receipt, 200, id)])
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: '0',
      rrn: receipt,
    })
    expect(await readOutcomes(stage, order)).toEqual(['confirmed'])
  })

  test('a forged success before the push returns does not hide the real one, which is queried', async () => {
    const receipt = newReceipt()
    const order = await overtakenBy((id) => [
      paidCallback(newReceipt(), 200, 'ws_CO_forged'),
      paidCallback(receipt, 200, id),
    ])
    expect((await readOutcomes(stage, order))[0]).toBe('mismatch')
    expect(await stateOf(order)).not.toBe('failed')
    await listPaid(stage, receipt, 200)
    stage.pass(MINUTE)
    await stage.sweep()
    expect((await readOrder(stage, order.orderId)).body).toMatchObject({
      status: '0',
      rrn: receipt,
    })
  })

  test('a success of a push that M-Pesa postponed keeps the buyer from being prompted again', async () => {
    stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
    const order = await prompted(stage, event)
    stage.daraja.nextPush = accept
    const receipt = newReceipt()
    await tell(stage, order, paidFor(order, { id: 'ws_CO_x', receipt }))
    const pushes = stage.daraja.pushes.length
    await listPaid(stage, receipt, 200)
    await stage.hurry()
    expect(stage.daraja.pushes).toHaveLength(pushes)
    await expectNothingSold(stage, order)
    stage.pass(5000)
    await stage.sweep()
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { state: 'confirmed', use: 'sale', mpesa_receipt: receipt },
    ])
  })
})
