// The shop in a child process, with jobs and without pages. Reports its port, and its processor
// time when the parent requests it.
import { buildApp, LOG_REDACTION } from '../src/app.ts'
import { readEnv } from '../src/env.ts'
import { makeSmsGateway } from '../src/messages/africas-talking/send-sms.ts'
import { makeMailer } from '../src/messages/smtp/send-email.ts'
import { makeDaraja } from '../src/payments/mpesa/daraja.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/database/db.ts'
import { makeLog } from '../src/platform/log.ts'
import { makeMetrics } from '../src/platform/metrics.ts'
import { openFolderStorage } from '../src/platform/storage/storage.ts'
import { runJobs } from '../src/worker.ts'

const env = readEnv({ ...process.env, LOG_LEVEL: 'error' })
const storage = openFolderStorage(env.dataDir)
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
const deps = {
  ...base,
  storage,
  daraja: makeDaraja(base),
  sms: makeSmsGateway(env.sms),
  mailer: makeMailer(env.mail, storage),
}
const app = await buildApp(deps, { checks: {}, pages: false })
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
runJobs(deps)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000 })
})
process.send?.({ origin })
process.on('disconnect', () => process.exit(0))
