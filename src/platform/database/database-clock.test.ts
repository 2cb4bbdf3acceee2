import { afterEach, expect, test, vi } from 'vitest'
import { keepDatabase } from '../../../test/database.ts'
import { makeLog } from '../log.ts'
import { makeMetrics } from '../metrics.ts'
import { databaseClock, followDatabaseClock } from './database-clock.ts'

const { db } = keepDatabase(2)
afterEach(() => vi.useRealTimers())

const MINUTE_MS = 60_000

/**
 * Sets this machine's clock ahead by `ms`. The database's clock and the monotonic clock stay right.
 */
function setAhead(ms: number): void {
  const right = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(right + ms)
}

test.each([11, -11])(
  "a process whose machine's clock is %i minutes ahead counts by the database's clock",
  async (minutes) => {
    const right = Date.now()
    setAhead(minutes * MINUTE_MS)
    const clock = databaseClock(db)
    expect(Math.round((await clock.sync()) / MINUTE_MS)).toBe(minutes)
    expect(Math.round((clock.now().getTime() - right) / MINUTE_MS)).toBe(0)
  },
)

test("setting the machine's clock moves no time of a process that runs", async () => {
  const clock = databaseClock(db)
  await clock.sync()
  const before = clock.now().getTime()
  setAhead(11 * MINUTE_MS)
  expect(Math.round((clock.now().getTime() - before) / MINUTE_MS)).toBe(0)
})

test('a clock that differs by more than 2 seconds is logged once, and shown in the metrics', async () => {
  const lines: string[] = []
  const log = makeLog('error', { stream: { write: (line: string) => lines.push(line) } })
  const metrics = makeMetrics()
  const watch = followDatabaseClock(databaseClock(db), { log, metrics })
  const read = async () => {
    const text = await metrics.registry.getSingleMetricAsString('lango_clock_difference_seconds')
    return Math.abs(Math.round(Number(text.trim().split(' ').at(-1))))
  }
  await watch.look()
  expect([watch.isRight(), await read(), lines]).toEqual([true, 0, []])
  setAhead(3000)
  await watch.look()
  await watch.look()
  expect([watch.isRight(), await read()]).toEqual([false, 3])
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    expect.stringContaining("this machine's clock differs"),
  ])
  vi.useRealTimers()
  await watch.look()
  expect([watch.isRight(), await read()]).toEqual([true, 0])
})
