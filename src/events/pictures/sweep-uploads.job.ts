import type { Deps } from '../../platform/database/deps.ts'
import { eachRow } from '../../platform/database/each-row.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import {
  IMAGE_FORMATS,
  IMAGE_WIDTHS,
  imageFile,
  imageStorageKey,
  storedKeys,
} from '../image.rules.ts'
import { deleteUpload, markUploadsForDeletion } from './images.sql.ts'

const UNUSED_MS = 24 * 3600_000

/**
 * Deletes pictures that no event has used for a day. A deletion interrupted by a crash is repeated.
 */
export async function sweepUploads(
  deps: Pick<Deps, 'db' | 'log' | 'clock'> & { storage: Storage },
): Promise<void> {
  const { db, log, clock, storage } = deps
  const now = clock.now()
  const keys = await markUploadsForDeletion(db, new Date(now.getTime() - UNUSED_MS), now)
  await eachRow(log, keys, async (key) => {
    for (const stored of storedKeys(key)) {
      for (const width of IMAGE_WIDTHS) {
        for (const format of IMAGE_FORMATS) {
          await storage.deleteObject(imageStorageKey(imageFile(stored, width, format)))
        }
      }
    }
    await deleteUpload(db, key)
  })
}
