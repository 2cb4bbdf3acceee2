import { availableParallelism } from 'node:os'
import {
  type ImageFormat,
  type ImageWidth,
  imageFile,
  imageStorageKey,
} from '../src/events/image.rules.ts'
import { imageStored } from '../src/events/image-stored.job.ts'
import { inTransaction, type Tx } from '../src/platform/db.ts'
import type { Deps } from '../src/platform/deps.ts'
import { queueJob } from '../src/platform/jobs.ts'
import { hasSetting, insertSetting, lockSettings } from '../src/platform/setting.sql.ts'
import type { Storage } from '../src/platform/storage.ts'
import { drawPoster } from './drawing/draw-poster.ts'
import {
  allSampleEvents,
  type CategorizedEvent,
  categoryRows,
  eventRow,
  gateLinkRows,
  gateRows,
  shortCodeRows,
  ticketTypeRows,
} from './events/sample-rows.ts'
import {
  hasEvents,
  insertSampleEvents,
  insertShortCodes,
  putCategories,
  putGates,
} from './events.sql.ts'

/** The first visitors have the processor for themselves. */
const AVIF_AFTER_MS = 30_000

const SETTING = 'sample_data'

type Needs = Pick<Deps, 'db' | 'clock' | 'log'> & { storage: Storage }

/**
 * Fills an empty database, once: events ahead of now, with everything that belongs to them.
 * Answers whether it did. Everything is in one transaction; pictures are drawn before it, and
 * those that a start that was cut off has left are used.
 */
export async function loadSampleEvents({ db, clock, log, storage }: Needs): Promise<boolean> {
  if (!(await inTransaction(db, isUntouched))) return false
  const events = allSampleEvents()
  const imageKeys = await drawPosters(events, storage)
  const loaded = await inTransaction(db, async (tx) => {
    await lockSettings(tx)
    if (!(await isUntouched(tx))) return false
    await insertAll(tx, events, imageKeys, clock.now())
    return true
  })
  if (loaded) log.info({ events: events.length }, 'sample data loaded')
  return loaded
}

async function isUntouched(tx: Tx): Promise<boolean> {
  return !(await hasEvents(tx)) && !(await hasSetting(tx, SETTING))
}

async function insertAll(
  tx: Tx,
  events: CategorizedEvent[],
  imageKeys: Map<string, string>,
  now: Date,
): Promise<void> {
  const categoryIds = await putCategories(tx, categoryRows())
  const gateIds = await putGates(tx, gateRows())
  await insertSampleEvents(
    tx,
    events.map((event) =>
      eventRow(event, categoryIds.get(event.category)!, imageKeys.get(event.key)!, now),
    ),
    events.flatMap(ticketTypeRows),
    events.flatMap((event) => gateLinkRows(event, gateIds)),
  )
  for (const imageKey of imageKeys.values()) {
    await queueJob(tx, imageStored, { imageKey }, AVIF_AFTER_MS)
  }
  await insertShortCodes(tx, shortCodeRows())
  await insertSetting(tx, SETTING, { events: events.length })
}

/** The picture key of each event, by the event's key. */
async function drawPosters(
  events: CategorizedEvent[],
  storage: Storage,
): Promise<Map<string, string>> {
  const keys = new Map<string, string>()
  const waiting = [...events]
  const draw = async (): Promise<void> => {
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      keys.set(event.key, await storePoster(event, storage))
    }
  }
  const hands = Array.from({ length: Math.max(2, availableParallelism()) }, () =>
    draw().finally(() => waiting.splice(0)),
  )
  // One that fails empties the list, and nobody draws on in the background.
  const outcomes = await Promise.allSettled(hands)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return keys
}

async function storePoster(event: CategorizedEvent, storage: Storage): Promise<string> {
  const poster = drawPoster(event.poster, event.key)
  // Files may be cached for ever, so another drawing gets another key.
  const key = `${event.key}-${poster.fingerprint}`
  const place = (width: ImageWidth, format: ImageFormat) =>
    imageStorageKey(imageFile(key, width, format))
  // The last one to be stored: where it is, a start that was cut off has left all of them.
  if (await storage.hasObject(place(1280, 'jpg'))) return key
  for (const { width, format, contentType, bytes } of await poster.toFiles()) {
    await storage.putObject(place(width, format), bytes, contentType)
  }
  return key
}
