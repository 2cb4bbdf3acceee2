import { Gauge } from 'prom-client'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { type Db, readsFrom } from './db.ts'
import { selectReplayedLsn, selectWrittenLsn } from './server.sql.ts'

/**
 * The greatest age, in ms, of data read from a replica. A public page may itself be up to a second
 * old, so a sold-out event shows as sold out within two seconds.
 */
const AGE_MAX_MS = 1000
const LOOK_MS = 250
/** Older marks are dropped, because data older than AGE_MAX_MS is never read from the replica. */
const MARKS_MAX = 2 * (AGE_MAX_MS / LOOK_MS)

/** A position in the primary's log, and when it was read, by the monotonic clock in ms. */
type Mark = { at: number; lsn: bigint }

export type Reads = {
  /** Queries the replica while its data is at most a second old, and otherwise the primary. */
  db: Db
  isFresh: () => boolean
  stop: () => Promise<void>
}

/**
 * Follows how far a streaming replica is behind its primary. Reads the position of the primary's
 * log at intervals. Once the replica has replayed a position, the replica shows everything that the
 * primary had written when that position was read.
 */
export function followReplica(
  { primary, replica }: { primary: Db; replica: Db },
  { log, metrics }: { log: Log; metrics: Metrics },
): Reads & { look: () => Promise<void> } {
  let marks: Mark[] = []
  let freshAt = Number.NEGATIVE_INFINITY
  let wasFresh = false
  const isFresh = () => performance.now() - freshAt <= AGE_MAX_MS
  const look = async () => {
    const at = performance.now()
    marks = [...marks, { at, lsn: await selectWrittenLsn(primary) }].slice(-MARKS_MAX)
    const replayed = await selectReplayedLsn(replica)
    if (replayed === null) return
    const passed = marks.filter(({ lsn }) => lsn <= replayed)
    freshAt = passed.at(-1)?.at ?? freshAt
  }
  const report = () => {
    if (isFresh() === wasFresh) return
    wasFresh = isFresh()
    if (wasFresh) log.info('reports and public pages are read from the replica')
    else log.warn('the replica is behind or away: everything is read from the primary')
  }
  new Gauge({
    name: 'lango_replica_fresh',
    help: 'Whether reports and public pages are read from the replica',
    registers: [metrics.registry],
    collect() {
      this.set(isFresh() ? 1 : 0)
    },
  })
  let looking = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking
      .then(look)
      .catch(() => {})
      .then(report)
  }, LOOK_MS)
  timer.unref()
  return {
    db: readsFrom({ primary, replica, isFresh }),
    isFresh,
    look,
    stop: async () => {
      clearInterval(timer)
      await looking
      await replica.destroy()
    },
  }
}
