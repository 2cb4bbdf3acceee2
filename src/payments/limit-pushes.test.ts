import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, orderFor } from '../../test/build.ts'
import { makeStage, type Stage } from '../../test/stage.ts'

let stage: Stage
let event: BuiltEvent

beforeAll(async () => {
  stage = await makeStage({ TRUST_PROXY: 'yes', LIMIT_PUSH_PER_ADDRESS: '2' })
  event = await buildEvent(stage.db)
})
afterAll(() => stage.close())

async function buyFrom(forwarded: string): Promise<number> {
  const answer = await stage.app.inject({
    method: 'POST',
    url: '/api/functions/mpesa',
    headers: { prefer: 'respond-async', 'x-forwarded-for': forwarded },
    payload: orderFor(event),
  })
  return answer.statusCode
}

test('behind a proxy, an address that the client wrote itself escapes no limit', async () => {
  expect(await buyFrom('203.0.113.1, 41.90.1.1')).toBe(202)
  expect(await buyFrom('203.0.113.2, 41.90.1.1')).toBe(202)
  expect(await buyFrom('203.0.113.3, 41.90.1.1')).toBe(429)
  expect(await buyFrom('203.0.113.3, 41.90.1.2')).toBe(202)
})
