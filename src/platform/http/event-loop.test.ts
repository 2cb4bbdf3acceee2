import { expect, test, vi } from 'vitest'
import { makeLog } from '../log.ts'
import { makeMetrics } from '../metrics.ts'
import { watchEventLoop } from './event-loop.ts'

/**
 * Blocks the event loop for `ms` by the real clock, because a test may have replaced the timers.
 */
function block(ms: number): void {
  const end = process.hrtime.bigint() + BigInt(ms) * 1_000_000n
  while (process.hrtime.bigint() < end);
}

function watchHere() {
  const metrics = makeMetrics()
  const logged: { ms: number }[] = []
  const log = Object.assign(makeLog('silent'), {
    error: (what: { ms: number }) => logged.push(what),
  })
  const watch = watchEventLoop({ metrics, log })
  const read = async (name: string) => {
    const { values } = await metrics.registry.getSingleMetric(name)!.get()
    return values[0]!.value
  }
  const count = () => read('lango_event_loop_late_total')
  return { watch, logged, read, count }
}

/** Counts the timers that fire within `ms`. */
function countWakes(ms: number): number {
  const end = performance.now() + ms
  let wakes = 0
  for (; performance.now() < end; wakes++) vi.advanceTimersToNextTimer()
  return wakes
}

test('a late event loop is counted each time and logged at most once a minute', async () => {
  const { watch, logged, read, count } = watchHere()
  expect(await count()).toBe(0)
  const holdAndCount = () => {
    watch.wake()
    block(400)
    return count()
  }
  await expect.poll(holdAndCount).toBeGreaterThanOrEqual(2)
  expect(logged).toHaveLength(1)
  expect(logged[0]!.ms).toBeGreaterThan(200)
  expect(await read('nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0.2)
  watch.stop()
})

test('an idle process runs no beat, and a long task that starts while idle is counted', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const { watch, count } = watchHere()
  try {
    expect(countWakes(2000)).toBe(40)
    countWakes(2000)
    expect(countWakes(60_000)).toBe(60)
    expect(watch.idleMs()).toBe(64_000)
    expect(await count()).toBe(0)

    // The next request or the next beat of the watch notices the late turn of the event loop.
    block(250)
    watch.wake()
    expect(watch.idleMs()).toBe(0)
    expect(await count()).toBe(1)
    countWakes(4000)
    block(250)
    countWakes(1000)
    expect(await count()).toBe(2)
    // The process's own work does not count as a request.
    expect(watch.idleMs()).toBe(5000)
  } finally {
    watch.stop()
    vi.useRealTimers()
  }
})
