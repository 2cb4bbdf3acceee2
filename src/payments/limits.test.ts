import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone, orderFor } from '../../test/build.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import type { PushAnswer } from './mpesa/stk-push.ts'

let stage: Stage
let event: BuiltEvent

beforeAll(async () => {
  stage = await makeStage({ TRUST_PROXY: 'yes', LIMIT_PUSH_PER_ADDRESS: '2' })
  event = await buildEvent(stage.db)
})
afterAll(() => stage.close())

async function buyFrom(forwarded: string, phoneNumber = newPhone(), of = event): Promise<number> {
  const answer = await stage.app.inject({
    method: 'POST',
    url: '/api/functions/mpesa',
    headers: { prefer: 'respond-async', 'x-forwarded-for': forwarded },
    payload: orderFor(of, [1], { phoneNumber }),
  })
  return answer.statusCode
}

test('behind a proxy, an address that the client wrote itself escapes no limit', async () => {
  expect(await buyFrom('203.0.113.1, 41.90.1.1')).toBe(202)
  expect(await buyFrom('203.0.113.2, 41.90.1.1')).toBe(202)
  expect(await buyFrom('203.0.113.3, 41.90.1.1')).toBe(429)
  expect(await buyFrom('203.0.113.3, 41.90.1.2')).toBe(202)
})

// spec: five-prompts-ten
describe('prompts to one phone', () => {
  /** Asks for prompts until one is refused, each from an address of its own and for another event. */
  async function askFor(count: number, phoneNumber: string): Promise<number[]> {
    const statuses = []
    for (let i = 0; i < count; i++) {
      const another = await buildEvent(stage.db)
      statuses.push(await buyFrom(`198.51.100.${++addresses}`, phoneNumber, another))
      await stage.runJobs()
    }
    return statuses
  }
  let addresses = 0

  test.each<[string, PushAnswer]>([
    ['M-Pesa could not be reached', { kind: 'refused', code: 'unreachable', raw: {} }],
    ['M-Pesa refused', { kind: 'refused', code: '1001', raw: {} }],
  ])('that never left do not count: %s', async (_what, answer) => {
    const { nextPush } = stage.daraja
    const phone = newPhone()
    stage.daraja.nextPush = () => answer
    expect(await askFor(6, phone)).toEqual([202, 202, 202, 202, 202, 202])
    stage.daraja.nextPush = nextPush
    expect(await askFor(1, phone)).toEqual([202])
  })

  test('that may have left count, five in ten minutes', async () => {
    const { nextPush } = stage.daraja
    const phone = newPhone()
    stage.daraja.nextPush = () => ({ kind: 'unknown', raw: {} })
    expect(await askFor(6, phone)).toEqual([202, 202, 202, 202, 202, 429])
    stage.daraja.nextPush = nextPush
  })
})
