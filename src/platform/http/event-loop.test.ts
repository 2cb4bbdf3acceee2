import { expect, test, vi } from 'vitest'
import { makeLog } from '../log.ts'
import { makeMetrics } from '../metrics.ts'
import { watchEventLoop } from './event-loop.ts'

/** Nothing else gets its turn for so long; not by a clock that a test may have stopped. */
function hold(ms: number): void {
  const end = process.hrtime.bigint() + BigInt(ms) * 1_000_000n
  while (process.hrtime.bigint() < end);
}

function watchHere() {
  const metrics = makeMetrics()
  const told: { ms: number }[] = []
  const log = Object.assign(makeLog('silent'), { error: (what: { ms: number }) => told.push(what) })
  const watch = watchEventLoop({ metrics, log })
  const read = async (name: string) => {
    const { values } = await metrics.registry.getSingleMetric(name)!.get()
    return values[0]!.value
  }
  const count = () => read('lango_event_loop_late_total')
  return { watch, told, read, count }
}

/** Beats or looks within so long. */
function countWakes(ms: number): number {
  const end = performance.now() + ms
  let wakes = 0
  for (; performance.now() < end; wakes++) vi.advanceTimersToNextTimer()
  return wakes
}

test('an event loop that is late is counted each time, and told once a minute', async () => {
  const { watch, told, read, count } = watchHere()
  expect(await count()).toBe(0)
  const holdAndCount = () => {
    watch.wake()
    hold(400)
    return count()
  }
  await expect.poll(holdAndCount, { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
  expect(told).toHaveLength(1)
  expect(told[0]!.ms).toBeGreaterThan(200)
  expect(await read('nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0.2)
  watch.stop()
})

test('with nothing to do nothing beats, and a piece that begins at rest is counted', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const { watch, count } = watchHere()
  try {
    expect(countWakes(2000)).toBe(40)
    countWakes(2000)
    expect(countWakes(60_000)).toBe(60)
    expect(watch.restedMs()).toBe(64_000)
    expect(await count()).toBe(0)

    // Over when somebody comes, or when the next look does.
    hold(250)
    watch.wake()
    expect(watch.restedMs()).toBe(0)
    expect(await count()).toBe(1)
    countWakes(4000)
    hold(250)
    countWakes(1000)
    expect(await count()).toBe(2)
    // What it does by itself is no visitor.
    expect(watch.restedMs()).toBe(5000)
  } finally {
    watch.stop()
    vi.useRealTimers()
  }
})
