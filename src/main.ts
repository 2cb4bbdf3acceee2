import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { buildApp, LOG_REDACTION } from './app.ts'
import { type Env, readEnv, warningsOf } from './env.ts'
import { makeSmsGateway } from './messages/africas-talking/send-sms.ts'
import { makeMailer } from './messages/smtp/send-email.ts'
import { noticeRestore } from './operation/restore/notice-restore.ts'
import { makeDaraja } from './payments/mpesa/daraja.ts'
import { registerForPull } from './payments/receipts/register-pull.ts'
import { checkSessions } from './platform/database/check-sessions.ts'
import { databaseClock, followDatabaseClock } from './platform/database/database-clock.ts'
import { fixMode } from './platform/database/database-mode.ts'
import { type Db, hasDiskSpace, isDatabaseAbsent, openDatabase } from './platform/database/db.ts'
import { isMigrated, migrate } from './platform/database/migrate.ts'
import { followReplica, type Reads } from './platform/database/replica.ts'
import { isSuperuser, listLossySettings, pingDatabase } from './platform/database/server.sql.ts'
import { waitForDatabase } from './platform/database/wait-for-database.ts'
import { drain } from './platform/http/drain.ts'
import { watchEventLoop } from './platform/http/event-loop.ts'
import type { App } from './platform/http/http.ts'
import type { Worker } from './platform/jobs/worker.ts'
import { type Log, makeLog, onceAMinute, openOutput } from './platform/log.ts'
import { type Metrics, makeMetrics } from './platform/metrics.ts'
import { runAs } from './platform/run-as.ts'
import { fixFolder } from './platform/storage/fix-folder.ts'
import { openS3Storage } from './platform/storage/s3-storage.ts'
import { openFolderStorage } from './platform/storage/storage.ts'
import { runJobs } from './worker.ts'

const STOP_MS = 10_000
/**
 * The length of the last phase of `drain`, in ms, which cuts off reads so that nginx sends them
 * elsewhere. Shorter than nginx's `fail_timeout`, after which nginx tries this process again.
 */
const LEAVE_MS = 1000

const SUPERUSER =
  'DATABASE_URL: this role is a superuser, which can do more harm than the shop needs. Name another role, or set ALLOW_SUPERUSER=yes.'

const lossyFault = (settings: string[]) =>
  `DATABASE_URL: with ${settings.join(' and ')} off this database may lose orders that were answered. Set it to on, for this role and this database.`

async function main(env: Env): Promise<void> {
  // Uploads and keys are private to the user of this process.
  process.umask(0o077)
  if (env.production) runAs(env.runAs, { read: process.cwd(), write: env.s3 ? null : env.dataDir })
  const log = openLog(env)
  const db = openDatabase(env.databaseUrl, env.databaseConnections, env.databasePrepares)
  const clock = databaseClock(db)
  const storage = env.s3 ? openS3Storage(env.s3) : openFolderStorage(env.dataDir)
  const metrics = makeMetrics()
  const reads = openReads(db, env, { log, metrics })
  const base = { db, reads: reads.db, env, log, clock, metrics, timeScale: env.timeScale }
  const clockWatch = followDatabaseClock(clock, base)
  base.metrics.showWorker(() => state.worker?.isAlive() ?? false)
  const deps = {
    ...base,
    storage,
    daraja: makeDaraja(base),
    sms: makeSmsGateway(env.sms),
    mailer: makeMailer(env.mail, storage),
  }
  const state: Running = { sampleData: false, worker: null }
  const { runsJobs, serves } = partsOf(env)
  const app = await buildApp(deps, {
    pages: true,
    onlyHealth: !serves,
    isOpen: () => state.sampleData,
    checks: {
      database: () => pingDatabase(db),
      migrations: () => isMigrated(db),
      sample_data: async () => state.sampleData,
      ...(runsJobs && { worker: async () => state.worker?.isAlive() ?? false }),
      ...(env.production ? {} : { sandbox: () => isUp(env.mpesa.baseUrl) }),
    },
    notes: { clock: clockWatch.isRight, replica: reads.isFresh, disk: () => hasDiskSpace(db) },
  })
  const loop = watchEventLoop(deps)
  app.server.prependListener('request', loop.wake)
  const stop = makeStop({ app, db, reads, state, graceMs: env.stopGraceMs })
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(signal, stop)

  // In a sandbox, listens first, so that /readyz can report a missing database. In production,
  // listens once ready, because a proxy without health checks sends requests immediately.
  const listen = () => app.listen({ host: env.host, port: env.port })
  if (!env.production) await listen()
  await waitForDatabase(db, onceAMinute(reportWait(log)))
  await clockWatch.look()
  await checkDatabase(base)
  await migrateAndReport(base)
  await fixMode(db, env.langoEnv)
  await noticeRestore(base)
  if (!env.s3) await fixFolder(db, env.dataDir)
  if (!env.production) {
    const { loadSample } = await import('../sample/load-sample.ts')
    await loadSample(deps)
  }
  state.sampleData = true
  if (env.production) await listen()
  // Only requests end the idle state, so a process that only runs jobs never becomes idle.
  const idleMs = serves ? loop.idleMs : undefined
  if (runsJobs) state.worker = runJobs({ ...deps, onJob: loop.wake, idleMs })
  log.info({ port: env.port, role: env.role }, 'ready')
  process.send?.({ type: 'ready' })
  // Writes the compile cache now, because a killed process would not write it.
  flushCompileCache()
  if (runsJobs) await registerForPull(deps)
}

/** Opens the replica for reads. Without a replica, all reads go to the primary. */
function openReads(primary: Db, env: Env, tools: { log: Log; metrics: Metrics }): Reads {
  const { databaseReadUrl: url, databaseConnections, databasePrepares } = env
  if (url === null) return { db: primary, isFresh: () => true, stop: async () => {} }
  const replica = openDatabase(url, databaseConnections, databasePrepares)
  return followReplica({ primary, replica }, tools)
}

/**
 * Opens the log. On SIGHUP, opens the log file again, because logrotate has moved it. The handler
 * is also needed without a log file: SIGHUP would otherwise end the process.
 */
function openLog(env: Env): Log {
  const { logLevel, logFile } = env
  const output = openOutput(logFile)
  process.on('SIGHUP', () => {
    if (logFile !== null) output.reopen()
  })
  const options = { redaction: LOG_REDACTION, isFlood: isDatabaseAbsent, stream: output }
  const log = makeLog(logLevel, options)
  for (const warning of warningsOf(env)) log.warn(warning)
  return log
}

type Running = { sampleData: boolean; worker: Worker | null }

function makeStop({
  app,
  db,
  reads,
  state,
  graceMs,
}: {
  app: App
  db: Db
  reads: Reads
  state: Running
  graceMs: number
}): (signal?: NodeJS.Signals) => Promise<void> {
  let stopping = false
  return async (signal) => {
    if (stopping) return
    stopping = true
    // SIGTERM comes from service managers and from the launcher. A process that has lost its
    // launcher stops immediately, because it still occupies the port.
    const waitMs = signal === 'SIGTERM' && state.sampleData ? graceMs : 0
    const leftMs = waitMs && waitMs + LEAVE_MS
    // Exits even if a task hangs, because the next start continues the task from the database.
    setTimeout(() => process.exit(1), leftMs + STOP_MS).unref()
    await drain(app, delay(waitMs), delay(leftMs))
    await state.worker?.stop()
    await reads.stop()
    await db.destroy()
    process.exit(0)
  }
}

const partsOf = ({ role }: Env) => ({ runsJobs: role !== 'web', serves: role !== 'worker' })

/**
 * Migrates the database. Reports immediately if the migration has to wait, then once a minute while
 * it runs, because the launcher or an operator waits for the start.
 */
async function migrateAndReport({ db, env, log }: { db: Db; env: Env; log: Log }): Promise<void> {
  let running = ''
  const report = (event: string, words: string) => {
    log.warn({ migration: running }, event)
    process.send?.({ type: 'waiting', message: `${words}: ${running}` })
  }
  const timer = setInterval(report, 60_000, 'migrating', 'Changing the database')
  const onAttempt = (name: string, attempt: number) => {
    running = name
    if (attempt === 2) report('waiting to migrate', 'Waiting to change the database')
  }
  await migrate(db, { isOffline: env.migratesOffline, onAttempt }).finally(() =>
    clearInterval(timer),
  )
}

const reportWait = (log: Log) => (reason: string) => {
  log.warn({ reason }, 'waiting for the database')
  process.send?.({ type: 'waiting', message: `Waiting for the database: ${reason}` })
}

/** Throws for a pooler that drops session settings; in production, for unsafe role or settings. */
async function checkDatabase({ db, env, log }: { db: Db; env: Env; log: Log }): Promise<void> {
  if (env.production && !env.allowSuperuser && (await isSuperuser(db))) throw new Error(SUPERUSER)
  const lossy = await listLossySettings(db)
  if (env.production && lossy.length > 0) throw new Error(lossyFault(lossy))
  if (lossy.length > 0) log.error({ settings: lossy }, 'the database may lose what was answered')
  await checkSessions(db, env.databasePrepares)
}

async function isUp(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(1500) })
  return answer.ok
}

// A launcher passes on the variables of .env, because perhaps only root can read the file.
if (!process.send && existsSync('.env')) process.loadEnvFile('.env')
try {
  await main(readEnv())
} catch (error) {
  const { message } = error as Error
  console.error(message)
  process.send?.({ type: 'fault', message })
  process.exit(1)
}
