import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Settings } from '../settings.ts'
import type { Db } from './db.ts'

/** What every use case may need; rooms with providers of their own add to it. */
export type Deps = {
  metrics: Metrics
  db: Db
  env: Settings
  log: Log
  clock: Clock
  /** Shortens every waiting time, in tests alone (`times.ts`). */
  timeScale: number
}
