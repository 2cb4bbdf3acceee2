// The app in a child process, without pages and jobs. Reports the port, memory use and processor
// time.

import pg from 'pg'
import { buildApp, LOG_REDACTION } from '../src/app.ts'
import { readEnv } from '../src/env.ts'
import { makeDaraja } from '../src/payments/mpesa/daraja.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/database/db.ts'
import { makeLog } from '../src/platform/log.ts'
import { makeMetrics } from '../src/platform/metrics.ts'
import { openFolderStorage } from '../src/platform/storage/storage.ts'

/** Counts all queries as they are sent. */
let queries = 0
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: never[]) {
  queries += 1
  return query.apply(this, args as never) as never
} as typeof query

const env = readEnv({ ...process.env, LOG_LEVEL: 'error' })
const db = openDatabase(env.databaseUrl, env.databaseConnections, env.databasePrepares)
const base = {
  env,
  db,
  reads: db,
  clock: systemClock,
  log: makeLog(env.logLevel, { redaction: LOG_REDACTION }),
  metrics: makeMetrics(),
  timeScale: 1,
}
const storage = openFolderStorage(env.dataDir)
const app = await buildApp(
  { ...base, storage, daraja: makeDaraja(base) },
  { checks: {}, pages: false },
)
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
// The callback ignores the error if the parent process has ended.
const tell = () => {
  const { user, system } = process.cpuUsage()
  const processorMs = (user + system) / 1000
  process.send?.({ origin, rssBytes: process.memoryUsage.rss(), processorMs, queries }, () => {})
}
tell()
setInterval(tell, 50)
process.on('disconnect', () => process.exit(0))
