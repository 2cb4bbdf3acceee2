import sharp from 'sharp'
import type { Deps } from '../../platform/database/deps.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { IMAGE_WIDTHS, imageFile, imageStorageKey, storedKeys } from '../image.rules.ts'
import { imageStored } from '../jobs.ts'
import { recordAvif } from './images.sql.ts'

// At this quality, AVIF files are about a quarter smaller than WebP files of the same visual
// quality. More effort would take seconds and make files only 1 % smaller.
const AVIF = { quality: 48, effort: 3 }

/** Makes the AVIF files of a picture that are missing. Pages use them only when all files exist. */
export const storeAvif = (deps: Pick<Deps, 'db' | 'log'> & { storage: Storage }) =>
  handleJob(imageStored, async ({ imageKey }) => {
    const { db, log, storage } = deps
    for (const key of storedKeys(imageKey)) {
      const source = await storage.getObject(imageStorageKey(imageFile(key, 1280, 'webp')))
      if (!source) {
        log.warn({ image: key }, 'a picture is gone before its AVIF was made')
        return
      }
      for (const width of IMAGE_WIDTHS) {
        const place = imageStorageKey(imageFile(key, width, 'avif'))
        if (await storage.hasObject(place)) continue
        const bytes = await sharp(source).resize(width).avif(AVIF).toBuffer()
        await storage.putObject(place, bytes, 'image/avif')
      }
    }
    await recordAvif(db, imageKey)
  })
