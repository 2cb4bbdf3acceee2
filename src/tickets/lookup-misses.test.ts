// spec: find-your-ticket-typed
import { expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { newReceipt, pay, prompted } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()

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

test('a receipt with O, S or l for 0, 5 or 1, and a code with TKT, find exactly one order', async () => {
  const event = await buildEvent(stage.db)
  const bought = async (receipt: string) => {
    const order = await prompted(stage, event)
    await pay(stage, order, receipt)
    return order.orderId
  }
  const id = await bought('UKM0K5H1PQ')
  await bought('UKM0WRHXPZ')
  await bought('UKMOWRHXPZ')
  expect(await lookUp('UKMOK5H1PQ')).toBe(200)
  expect(await lookUp('UKM0KSHlPQ')).toBe(200)
  expect(await lookUp('UKM0KXHlPQ')).toBe(404)
  expect([await lookUp('UKM0WRHXPZ'), await lookUp('UKMOWRHXPZ')]).toEqual([200, 200])
  await bought('UKM5WRHX0Z')
  await bought('UKMSWRHXOZ')
  // Two receipts are similar to the typed receipt, and neither is equal to it.
  expect(await lookUp('UKM5WRHXOZ')).toBe(404)
  const { code } = await stage.db
    .selectFrom('order')
    .select('code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([await lookUp(`TKT${code}`), await lookUp(`tkt-${code}`)]).toEqual([200, 200])
})
