import { Gauge } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Db } from './db.ts'
import { selectTime } from './server.sql.ts'

/** The difference, in ms, from which a machine's clock is reported. */
export const DIFFERENCE_MAX_MS = 2000
const SYNC_MS = 30_000
/** Readings that take longer are not exact enough. */
const SLOW_MS = 1000

export type DatabaseClock = Clock & {
  /** Reads the database's time. Returns how far the machine's clock is ahead of it, in ms. */
  sync(): Promise<number>
}

/**
 * The time of the database, which all processes share: a process whose machine's clock is wrong
 * ends no hold too early. Between two readings it advances by the machine's monotonic clock, so
 * that setting the machine's clock does not move it. Before the first reading it returns the
 * machine's time.
 */
export function databaseClock(db: Db): DatabaseClock {
  let base = Date.now() - performance.now()
  let isRead = false
  return {
    now: () => new Date(base + performance.now()),
    sync: () =>
      // A connection of its own, so that waiting for one does not count as time of the reading.
      db.connection().execute(async (connection) => {
        const began = performance.now()
        const time = await selectTime(connection)
        const took = performance.now() - began
        // The moment at which the database read its clock is known only roughly if the reading is slow.
        if (took < SLOW_MS || !isRead) base = time.getTime() - (began + took / 2)
        isRead = true
        return Date.now() - (base + performance.now())
      }),
  }
}

/**
 * Follows the database's time and reports a machine whose clock differs, in the log and in the
 * metrics. `isRight` is for the readiness report.
 */
export function followDatabaseClock(
  clock: DatabaseClock,
  { log, metrics }: { log: Log; metrics: Metrics },
) {
  let differenceMs = 0
  const gauge = new Gauge({
    name: 'lango_clock_difference_seconds',
    help: "How far this machine's clock is ahead of the database's",
    registers: [metrics.registry],
  })
  const isRight = () => Math.abs(differenceMs) <= DIFFERENCE_MAX_MS
  const look = async () => {
    const wasRight = isRight()
    differenceMs = await clock.sync()
    gauge.set(differenceMs / 1000)
    if (isRight() || !wasRight) return
    log.error(
      { aheadMs: Math.round(differenceMs) },
      "this machine's clock differs from the database's, which counts: set it by NTP",
    )
  }
  // While the database is away, the clock goes on from the last reading.
  const timer = setInterval(() => look().catch(() => {}), SYNC_MS)
  timer.unref()
  return { look, isRight }
}
