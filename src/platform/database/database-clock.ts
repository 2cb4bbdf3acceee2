import { Gauge } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Db } from './db.ts'
import { selectTime } from './server.sql.ts'

/** A larger difference, in ms, between the machine's clock and the database's is reported. */
export const DIFFERENCE_MAX_MS = 2000
const SYNC_MS = 30_000
const SLOW_MS = 1000

export type DatabaseClock = Clock & {
  /** Reads the database's time. Returns how far the machine's clock is ahead of it, in ms. */
  sync(): Promise<number>
}

/**
 * The time of the database, which all processes share. So a process on a machine with a wrong clock
 * ends no hold too early. Between two readings the time advances by the machine's monotonic clock,
 * so that setting the machine's clock does not change it. Before the first reading, returns the
 * machine's time.
 */
export function databaseClock(db: Db): DatabaseClock {
  let base = Date.now() - performance.now()
  let isRead = false
  return {
    now: () => new Date(base + performance.now()),
    sync: () =>
      // Gets the connection before the reading begins, so that waiting for a connection does not
      // count as time of the reading.
      db.connection().execute(async (connection) => {
        const began = performance.now()
        const time = await selectTime(connection)
        const took = performance.now() - began
        // A slow reading shows only roughly when the database read its clock, so it is used only if
        // there is no earlier reading.
        if (took < SLOW_MS || !isRead) base = time.getTime() - (began + took / 2)
        isRead = true
        return Date.now() - (base + performance.now())
      }),
  }
}

/** Reports in log and metrics if the machine's clock is wrong. `isRight` is for `/readyz`. */
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
  // While the database cannot be reached, the clock continues from the last reading.
  const timer = setInterval(() => look().catch(() => {}), SYNC_MS)
  timer.unref()
  return { look, isRight }
}
