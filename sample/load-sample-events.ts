import { imageStored } from '../src/events/jobs.ts'
import { inTransaction, type Tx } from '../src/platform/database/db.ts'
import type { Deps } from '../src/platform/database/deps.ts'
import { hasSetting, insertSetting, lockSettings } from '../src/platform/database/setting.sql.ts'
import { queueJob } from '../src/platform/jobs/jobs.ts'
import type { Storage } from '../src/platform/storage/storage.ts'
import { sampleEvents } from './events/all-events.ts'
import {
  categoryRows,
  eventRow,
  gateLinkRows,
  gateRows,
  priceStepRows,
  shortCodeRows,
  ticketTypeRows,
} from './events/sample-rows.ts'
import {
  hasEvents,
  insertPriceSteps,
  insertSampleEvents,
  insertShortCodes,
  putCategories,
  putGates,
} from './events.sql.ts'
import { storePosters } from './store-posters.ts'

/**
 * The delay before AVIF files are made, so that the first visitors do not have to share the
 * processor with the encoder.
 */
const AVIF_AFTER_MS = 30_000

const SETTING = 'sample_data'

type Needs = Pick<Deps, 'db' | 'clock' | 'log'> & { storage: Storage }

/**
 * Fills an empty database with upcoming events and all their data, in one transaction. Returns
 * false if the database is not empty. Stores the pictures before the transaction; if a start is
 * interrupted, the next start uses the stored pictures.
 */
export async function loadSampleEvents({ db, clock, log, storage }: Needs): Promise<boolean> {
  if (!(await inTransaction(db, isUntouched))) return false
  const imageKeys = await storePosters(storage)
  const loaded = await inTransaction(db, async (tx) => {
    await lockSettings(tx)
    if (!(await isUntouched(tx))) return false
    await insertAll(tx, imageKeys, clock.now())
    return true
  })
  if (loaded) log.info({ events: sampleEvents.length }, 'sample data loaded')
  return loaded
}

async function isUntouched(tx: Tx): Promise<boolean> {
  return !(await hasEvents(tx)) && !(await hasSetting(tx, SETTING))
}

async function insertAll(tx: Tx, imageKeys: Map<string, string>, now: Date): Promise<void> {
  const categoryIds = await putCategories(tx, categoryRows())
  const gateIds = await putGates(tx, gateRows())
  await insertSampleEvents(
    tx,
    sampleEvents.map((event) =>
      eventRow(event, categoryIds.get(event.category)!, imageKeys.get(event.key)!, now),
    ),
    sampleEvents.flatMap((event) => ticketTypeRows(event, now)),
    sampleEvents.flatMap((event) => gateLinkRows(event, gateIds)),
  )
  for (const event of sampleEvents) await insertPriceSteps(tx, priceStepRows(event, now))
  for (const imageKey of imageKeys.values()) {
    await queueJob(tx, imageStored, { imageKey }, AVIF_AFTER_MS)
  }
  await insertShortCodes(tx, shortCodeRows())
  await insertSetting(tx, SETTING, { events: sampleEvents.length })
}
