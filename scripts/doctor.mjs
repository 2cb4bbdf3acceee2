// npm run doctor: checks the settings against the real database, storage and providers, without
// selling anything. Prints a line for each check, with the fault and its remedy if the check
// failed. Exits with 1 if any check failed.
import { onDatabase, prepareCommand } from './on-database.mjs'
import { Fault, runMain, say } from './run.mjs'

await runMain(async () => {
  await prepareCommand()
  await onDatabase((url, dataDir) =>
    examineAll({ ...process.env, DATABASE_URL: url, DATA_DIR: dataDir }),
  )
})

async function examineAll(source) {
  const { examine } = await import('../src/operation/doctor/examine.ts')
  const { databaseClock } = await import('../src/platform/database/database-clock.ts')
  const { openDatabase } = await import('../src/platform/database/db.ts')
  const { openS3Storage } = await import('../src/platform/storage/s3-storage.ts')
  const { openFolderStorage } = await import('../src/platform/storage/storage.ts')
  const { warningsOf } = await import('../src/env.ts')
  const env = await readSettings(source)
  const db = openDatabase(env.databaseUrl, 2, env.databasePrepares)
  const storage = env.s3 ? openS3Storage(env.s3) : openFolderStorage(env.dataDir)
  const clock = databaseClock(db)
  // If the database cannot be reached, `examine` reports that.
  await clock.sync().catch(() => {})
  const findings = await examine({ env, db, storage, clock })
  await db.destroy()
  for (const { name, fault } of findings)
    say(`${fault ? 'FAULT' : 'ok   '}  ${name}${fault ? `: ${fault}` : ''}`)
  for (const warning of warningsOf(env)) say(`warning  ${warning}`)
  const faults = findings.filter(({ fault }) => fault !== null).length
  if (faults > 0) throw new Fault(`Faults: ${faults} of ${findings.length} checks`)
  say('All checks passed.')
}

/**
 * Reads the settings. The error has a line for each wrong setting, such as a forbidden word in an
 * address.
 */
async function readSettings(source) {
  const { readEnv } = await import('../src/env.ts')
  try {
    return readEnv(source)
  } catch (error) {
    throw new Fault(/** @type {Error} */ (error).message)
  }
}
