// spec: line-cannot-prompted
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../../../test/build.ts'
import { place, prompted, readOrder } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { newToken } from '../../platform/ids.ts'

// A rate of one prompt per second.
const stage = keepStage({ PUSH_RATE: '1', HOLD_SHARE_PER_ADDRESS: '100' })
let event: BuiltEvent

beforeEach(async () => {
  event = await buildEvent(stage.db)
  // The queue is empty, and the next slot of the rate limit is free.
  stage.pass(4 * 60_000)
  await stage.hurry()
  stage.waits.length = 0
})

const phaseOf = async (orderId: string) => (await readOrder(stage, orderId)).body.phase

test('a payment that waits for its own phone takes no slot from the others', async () => {
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

test("a payment over the phone's limit takes no slot, and the phone's earlier payments are prompted", async () => {
  const phoneNumber = newPhone()
  const now = stage.clock.now().getTime()
  const orders = []
  // Queues six payments, as concurrent requests can, although the limit is five.
  for (let i = 0; i < 6; i++) {
    orders.push(await place(stage, await buildEvent(stage.db), [1], { phoneNumber }))
  }
  const rows = orders.map(({ orderId }, at) => ({
    id: randomUUID(),
    order_id: orderId,
    attempt: 1,
    phone: phoneNumber,
    amount_cents: 100_00,
    callback_token: newToken(),
    created_at: new Date(now + at),
    updated_at: new Date(now + at),
  }))
  await stage.db.insertInto('payment').values(rows).execute()
  const other = await place(stage, event)
  await stage.runJobs()
  stage.pass(1000)
  await stage.hurry()
  const replies = await Promise.all([...orders, other].map((o) => readOrder(stage, o.orderId)))
  expect(replies[0]!.body.phase).toBe('prompted')
  expect(replies[5]!.body.result_code).toBe('too_many_prompts')
  expect(replies[6]!.body.phase).toBe('prompted')
})

test('about four queued jobs ask for each slot, at any length of the queue', async () => {
  // The clock moves only a little, so that no slot becomes free.
  let ms = stage.clock.now().getTime()
  const now = vi.spyOn(stage.clock, 'now').mockImplementation(() => {
    ms += 1
    return new Date(ms)
  })
  const random = vi.spyOn(Math, 'random')
  await stage.db.deleteFrom('rate_slot').execute()
  await prompted(stage, event)
  for (let i = 0; i < 24; i++) await place(stage, event)
  random.mockReturnValue(0.999)
  await stage.runJobs()
  const waits = stage.waits.splice(0)
  random.mockRestore()
  // Two seconds before the queue's time limit, no job may sleep beyond the limit.
  ms += 178_000
  await stage.hurry()
  expect(Math.max(...stage.waits)).toBeLessThanOrEqual(2000)
  now.mockRestore()
  // The first four jobs try to get the next slot. The other jobs try at random times within eleven
  // slots, so that about four try for each slot.
  expect(Math.max(...waits.slice(0, 4))).toBeLessThanOrEqual(1000)
  expect(Math.max(...waits)).toBeGreaterThan(10_000)
  expect(Math.max(...waits)).toBeLessThan(11_000)
})
