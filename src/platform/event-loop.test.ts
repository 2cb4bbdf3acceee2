import { expect, test } from 'vitest'
import { watchEventLoop } from './event-loop.ts'
import { makeLog } from './log.ts'
import { makeMetrics } from './metrics.ts'

/** Nothing else gets its turn for so long. */
function hold(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('an event loop that is late is counted each time, and told once a minute', async () => {
  const metrics = makeMetrics()
  const told: unknown[] = []
  const log = Object.assign(makeLog('silent'), { error: (what: unknown) => told.push(what) })
  const watch = watchEventLoop({ metrics, log })
  const count = async () => {
    const { values } = await metrics.registry.getSingleMetric('lango_event_loop_late_total')!.get()
    return values[0]!.value
  }
  expect(await count()).toBe(0)
  const holdAndCount = () => {
    hold(400)
    return count()
  }
  await expect.poll(holdAndCount, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
  expect(told).toHaveLength(1)
  expect((told[0] as { ms: number }).ms).toBeGreaterThan(200)
  watch.stop()
})
