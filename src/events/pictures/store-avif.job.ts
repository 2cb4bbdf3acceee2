import sharp from 'sharp'
import type { Deps } from '../../platform/database/deps.ts'
import { handleJob } from '../../platform/jobs/jobs.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { IMAGE_WIDTHS, imageFile, imageStorageKey } from '../image.rules.ts'
import { imageStored } from '../jobs.ts'
import { recordAvif } from './images.sql.ts'

// About a quarter less than WebP of the same look; more effort costs seconds and gains a percent.
const AVIF = { quality: 48, effort: 3 }

/** Makes what is missing of a picture's AVIF files; pages name them once all are there. */
export const storeAvif = (deps: Pick<Deps, 'db' | 'log'> & { storage: Storage }) =>
  handleJob(imageStored, async ({ imageKey }) => {
    const { db, log, storage } = deps
    const source = await storage.getObject(imageStorageKey(imageFile(imageKey, 1280, 'webp')))
    if (!source) {
      log.warn({ image: imageKey }, 'a picture is gone before its AVIF was made')
      return
    }
    for (const width of IMAGE_WIDTHS) {
      const place = imageStorageKey(imageFile(imageKey, width, 'avif'))
      if (await storage.hasObject(place)) continue
      const bytes = await sharp(source).resize(width).avif(AVIF).toBuffer()
      await storage.putObject(place, bytes, 'image/avif')
    }
    await recordAvif(db, imageKey)
  })
