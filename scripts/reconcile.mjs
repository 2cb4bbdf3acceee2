// npm run reconcile: compares our ledger and our payments with M-Pesa's list of payments, and in a
// sandbox with the sandbox's ledger. Changes nothing. Exits with code 1 if they differ.
import { setTimeout as delay } from 'node:timers/promises'
import { onDatabase, prepareCommand } from './on-database.mjs'
import { Fault, runMain, say } from './run.mjs'

/**
 * The pause before a second comparison. A payment in progress during the first comparison has
 * completed by then.
 */
const SECOND_LOOK_MS = 5000

await runMain(async () => {
  await prepareCommand()
  await onDatabase(reconcile)
})

async function reconcile(url) {
  const { lookOnce } = await import('../src/reports/reconcile/reconcile-now.ts')
  const { differenceText, lasting } = await import(
    '../src/reports/reconcile/difference-text.rules.ts'
  )
  const { deps, sandboxOrigin } = await openDeps(url)
  try {
    const { isMigrated } = await import('../src/platform/database/migrate.ts')
    if (!(await isMigrated(deps.db))) {
      throw new Fault('This database is not as this version has it: start the shop once.')
    }
    let look = await lookOnce(deps, sandboxOrigin)
    let { differences } = look
    if (differences.length > 0) {
      await delay(SECOND_LOOK_MS * deps.timeScale)
      look = await lookOnce(deps, sandboxOrigin)
      differences = lasting(differences, look.differences)
    }
    for (const difference of differences) say(differenceText(difference))
    for (const line of look.totals) say(line)
    if (look.unread !== null) throw new Fault(`M-Pesa's list could not be read: ${look.unread}`)
    if (differences.length > 0) throw new Fault(`Differences: ${differences.length}`)
    say('All agree.')
  } finally {
    await deps.db.destroy()
  }
}

async function openDeps(url) {
  const { readEnv } = await import('../src/env.ts')
  const { makeDaraja } = await import('../src/payments/mpesa/daraja.ts')
  const { databaseClock } = await import('../src/platform/database/database-clock.ts')
  const { openDatabase } = await import('../src/platform/database/db.ts')
  const { makeLog } = await import('../src/platform/log.ts')
  const { makeMetrics } = await import('../src/platform/metrics.ts')
  const env = readSettings(readEnv, url)
  const db = openDatabase(url, 2, env.databasePrepares)
  const clock = databaseClock(db)
  await clock.sync()
  const base = {
    db,
    env,
    log: makeLog('silent'),
    clock,
    metrics: makeMetrics(),
    timeScale: env.timeScale,
  }
  const sandboxOrigin = env.production ? null : env.mpesa.baseUrl
  return { deps: { ...base, daraja: makeDaraja(base) }, sandboxOrigin }
}

/** Reads the settings; a wrong setting is reported in one line. */
function readSettings(readEnv, url) {
  try {
    return readEnv({ ...process.env, DATABASE_URL: url })
  } catch (error) {
    throw new Fault(/** @type {Error} */ (error).message)
  }
}
