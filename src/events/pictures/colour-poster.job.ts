import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { handleJob, queueJob } from '../../platform/jobs/jobs.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { IMAGE_WIDTHS, imageFile, imageStorageKey, keyEnd, storedKeys } from '../image.rules.ts'
import { imageStored, posterUncoloured } from '../jobs.ts'
import { copyUpload, replaceImage } from './images.sql.ts'
import { posterAccent } from './poster-accent.ts'

const TYPES = { webp: 'image/webp', jpg: 'image/jpeg' } as const

/**
 * Finds the accent colour of a poster and copies its files to a key that contains the colour. The
 * files under the old key stay, because emails contain their addresses. A grey poster keeps its
 * key.
 */
export const colourPoster = (deps: Pick<Deps, 'db' | 'log' | 'clock'> & { storage: Storage }) =>
  handleJob(posterUncoloured, async ({ imageKey }) => {
    const { db, log, storage, clock } = deps
    const poster = await storage.getObject(imageStorageKey(imageFile(imageKey, 1280, 'webp')))
    if (!poster) {
      log.warn({ image: imageKey }, 'a picture is gone before its colour was found')
      return
    }
    const accent = await posterAccent(poster)
    if (accent === null) return
    const isTall = imageKey.endsWith('-tall')
    const coloured = imageKey.replace(/-tall$/, '') + keyEnd({ accent, isTall })
    await copyUpload(db, { from: imageKey, to: coloured, now: clock.now() })
    await copyFiles(storage, imageKey, coloured)
    await inTransaction(db, async (tx) => {
      if (!(await replaceImage(tx, imageKey, coloured))) return
      await queueJob(tx, imageStored, { imageKey: coloured })
    })
  })

async function copyFiles(storage: Storage, from: string, to: string): Promise<void> {
  const targets = storedKeys(to)
  for (const [at, key] of storedKeys(from).entries()) {
    for (const width of IMAGE_WIDTHS) {
      for (const format of ['webp', 'jpg'] as const) {
        const bytes = await storage.getObject(imageStorageKey(imageFile(key, width, format)))
        if (!bytes) continue
        const place = imageStorageKey(imageFile(targets[at]!, width, format))
        await storage.putObject(place, bytes, TYPES[format])
      }
    }
  }
}
