// spec: line-cannot-prompted
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { place, prompted, readOrder } from '../../test/purchase.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { newToken } from '../platform/ids.ts'

let stage: Stage
let event: BuiltEvent

beforeAll(async () => {
  // One prompt a second.
  stage = await makeStage({ PUSH_RATE: '1', HOLD_SHARE_PER_ADDRESS: '100' })
})
beforeEach(async () => {
  event = await buildEvent(stage.db)
  // Nobody is left in line, and the next turn is free.
  stage.pass(4 * 60_000)
  await stage.hurry()
  stage.waits.length = 0
})
afterAll(() => stage.close())

const phaseOf = async (orderId: string) => (await readOrder(stage, orderId)).body.phase

test('who waits for the own phone takes no turn from the others', async () => {
  const phoneNumber = newPhone()
  await prompted(stage, event, [1], { phoneNumber })
  stage.pass(1000)
  const elsewhere = await buildEvent(stage.db)
  const blocked = await place(stage, elsewhere, [1], { phoneNumber })
  await stage.runJobs()
  const other = await place(stage, event)
  await stage.runJobs()
  expect(await phaseOf(blocked.orderId)).toBe('in_line')
  expect(await phaseOf(other.orderId)).toBe('prompted')
})

test('nor does who asked for too many prompts', async () => {
  const phoneNumber = newPhone()
  const now = stage.clock.now()
  const orders = []
  // More than five are in line at once: what requests at the same instant come to.
  for (let i = 0; i < 6; i++) {
    orders.push(await place(stage, await buildEvent(stage.db), [1], { phoneNumber }))
  }
  const rows = orders.map(({ orderId }) => ({
    id: randomUUID(),
    order_id: orderId,
    attempt: 1,
    phone: phoneNumber,
    amount_cents: 100_00,
    callback_token: newToken(),
    created_at: now,
  }))
  await stage.db.insertInto('payment').values(rows).execute()
  const other = await place(stage, event)
  await stage.runJobs()
  const replies = await Promise.all([...orders, other].map((o) => readOrder(stage, o.orderId)))
  expect(replies[0]!.body.result_code).toBe('too_many_prompts')
  expect(replies[1]!.body.phase).toBe('prompted')
})

test('the longer the line, the more seldom the last ones ask', async () => {
  // A clock that hardly moves: no turn comes up meanwhile.
  let ms = stage.clock.now().getTime()
  const now = vi.spyOn(stage.clock, 'now').mockImplementation(() => {
    ms += 1
    return new Date(ms)
  })
  await prompted(stage, event)
  for (let i = 0; i < 12; i++) await place(stage, event)
  await stage.runJobs()
  const waits = stage.waits.splice(0)
  // Two seconds before the three minutes are over, nobody sleeps through their end.
  ms += 178_000
  await stage.hurry()
  expect(Math.max(...stage.waits)).toBeLessThanOrEqual(2000)
  now.mockRestore()
  expect(waits).toHaveLength(12)
  const [first, last] = [Math.min(...waits), Math.max(...waits)]
  expect(first).toBeGreaterThanOrEqual(1000)
  expect(first).toBeLessThan(3000)
  // Eleven are ahead of the last.
  expect(last).toBeGreaterThanOrEqual(5500)
  expect(last).toBeLessThan(6500)
})
