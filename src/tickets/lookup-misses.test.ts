import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { newReceipt, pay, prompted } from '../../test/purchase.ts'
import { makeStage, type Stage } from '../../test/stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await makeStage()
})
afterAll(() => stage.close())

async function lookUp(reference: string): Promise<number> {
  const url = '/api/functions/ticket-lookup'
  return (await stage.app.inject({ method: 'POST', url, payload: { reference } })).statusCode
}

async function countMisses(): Promise<number> {
  const text = await stage.deps.metrics.registry.metrics()
  return Number(/^lango_lookup_misses_total (\d+)$/m.exec(text)?.[1])
}

test('operators see how many look-ups found nothing', async () => {
  const receipt = newReceipt()
  await pay(stage, await prompted(stage, await buildEvent(stage.db)), receipt)
  expect([await lookUp(receipt), await countMisses()]).toEqual([200, 0])
  expect([await lookUp('UKL9999999'), await countMisses()]).toEqual([404, 1])
})
