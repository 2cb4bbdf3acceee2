import { expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { place } from '../../test/purchase.ts'
import { makeStage } from '../../test/stage.ts'
import { waitFor } from '../../test/torture/wait-for.ts'

test('whoever waits is answered at once when the process ends', async () => {
  const stage = await makeStage()
  const order = await place(stage, await buildEvent(stage.db))
  const origin = await stage.app.listen({ port: 0, host: '127.0.0.1' })
  let reads = 0
  const { now } = stage.clock
  stage.clock.now = () => {
    reads += 1
    return now()
  }
  const waiting = fetch(`${origin}/api/orders/${order.orderId}?wait=25`)
  await waitFor('the order is read', async () => reads > 0)
  const began = Date.now()
  await stage.app.close()
  const answer = await waiting
  expect(answer.status).toBe(202)
  expect(await answer.json()).toMatchObject({ status: 'pending', phase: 'in_line' })
  expect(Date.now() - began).toBeLessThan(15_000)
  await stage.close()
})
