// Runs once before the tests that start whole shops: loads the sample data into a database, which
// each shop copies. Separate tests cover the loading of the sample data.
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { loadSampleAccounts } from '../sample/load-sample-accounts.ts'
import { loadSampleEvents } from '../sample/load-sample-events.ts'
import { loadSampleSales } from '../sample/load-sample-sales.ts'
import { readEnv } from '../src/env.ts'
import { imageStored } from '../src/events/jobs.ts'
import { storeAvif } from '../src/events/pictures/store-avif.job.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/database/db.ts'
import { makeLog } from '../src/platform/log.ts'
import { openFolderStorage } from '../src/platform/storage/storage.ts'
import { jobByHand } from './job-by-hand.ts'
import { PICTURED_EVENT, SHOP_DATA_DIR } from './shop-files.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testShopTemplate: string
  }
}

/** Runs after global-setup.ts, whose teardown also drops this database. */
export default async function setup(project: TestProject): Promise<void> {
  const { testServerUrl, testTemplate } = project.getProvidedContext()
  const template = testTemplate.replace(/template$/, 'shop')
  const client = new pg.Client(testServerUrl)
  await client.connect()
  await client.query(`create database ${template} template ${testTemplate}`)
  await client.end()
  const url = new URL(testServerUrl)
  url.pathname = `/${template}`
  const deps = {
    db: openDatabase(url.href, 4),
    env: readEnv({}),
    clock: systemClock,
    log: makeLog('silent'),
    storage: openFolderStorage(SHOP_DATA_DIR),
  }
  await loadSampleAccounts(deps)
  await loadSampleEvents(deps)
  await loadSampleSales(deps)
  await leaveOneAvif(deps)
  await deps.db.destroy()
  project.provide('testShopTemplate', template)
}

/**
 * Makes all formats of one event's picture, for tests of formats. Deletes the jobs for the
 * remaining pictures. Otherwise every shop would make the same AVIF files after half a minute, all
 * at the same time.
 */
async function leaveOneAvif(deps: Parameters<typeof storeAvif>[0]): Promise<void> {
  const { image_key: imageKey } = await deps.db
    .selectFrom('event')
    .select('image_key')
    .where('id', '=', PICTURED_EVENT)
    .executeTakeFirstOrThrow()
  await storeAvif(deps).run({ imageKey }, jobByHand())
  await deps.db.deleteFrom('job').where('name', '=', imageStored.name).execute()
}
