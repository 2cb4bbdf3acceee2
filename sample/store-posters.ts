import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { imageFile, imageStorageKey } from '../src/events/image.rules.ts'
import { convertImage, keyEndOf, storeFiles } from '../src/events/pictures/images.ts'
import type { Storage } from '../src/platform/storage/storage.ts'
import { sampleEvents } from './events/all-events.ts'

/**
 * Stores the posters like uploaded pictures. Returns the image key of each event, by the event's
 * key.
 */
export async function storePosters(storage: Storage): Promise<Map<string, string>> {
  const imageKeys = new Map<string, string>()
  const waiting = sampleEvents.map((event) => event.key)
  const store = async (): Promise<void> => {
    for (let key = waiting.shift(); key; key = waiting.shift()) {
      imageKeys.set(key, await storePoster(key, storage))
    }
  }
  const hands = Array.from({ length: Math.max(2, availableParallelism()) }, () =>
    store().finally(() => waiting.splice(0)),
  )
  // A failed worker empties `waiting`, so that no other worker continues in the background.
  const outcomes = await Promise.allSettled(hands)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return imageKeys
}

async function storePoster(eventKey: string, storage: Storage): Promise<string> {
  const poster = await readFile(new URL(`posters/${eventKey}.webp`, import.meta.url))
  // Browsers may cache a file forever, so a changed drawing gets a new key.
  const hash = createHash('sha256').update(poster).digest('hex').slice(0, 8)
  const imageKey = `${eventKey}-${hash}${await keyEndOf(poster)}`
  // The file that is stored last. If it exists, an interrupted start has stored all files of this
  // poster.
  if (await storage.hasObject(imageStorageKey(imageFile(imageKey, 1280, 'jpg')))) return imageKey
  await storeFiles(storage, imageKey, (await convertImage(poster)).files)
  return imageKey
}
