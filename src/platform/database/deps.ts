import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Settings } from '../settings.ts'
import type { Db } from './db.ts'

/** Dependencies that any use case may need. Rooms with more dependencies extend this type. */
export type Deps = {
  metrics: Metrics
  db: Db
  /** For reports and public pages: its data may be a second old. `db` if there is no replica. */
  reads: Db
  env: Settings
  log: Log
  clock: Clock
  /** Factor of every waiting time: below 1 in tests (`times.ts`), 1 in production. */
  timeScale: number
}
