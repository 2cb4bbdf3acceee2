import { randomBytes } from 'node:crypto'
import { nairobiStamp } from '../platform/clock.ts'
import type { Deps } from '../platform/deps.ts'
import type { Storage } from '../platform/storage.ts'
import type { Viewer } from '../platform/viewer.ts'
import { convertImage } from './convert-image.ts'
import { imageFile, imageStorageKey, imageUrl } from './image.rules.ts'
import { insertUpload } from './images.sql.ts'

// A picture of 40 million pixels takes some 200 MB while it is read: one at a time.
let last: Promise<unknown> = Promise.resolve()

/**
 * Stores an uploaded picture and answers its address. It stays for a day unless an event takes it.
 * Throws AppError: unsupported_image, broken_image, image_too_many_pixels.
 */
export async function storeUpload(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  storage: Storage,
  viewer: Viewer,
  bytes: Uint8Array,
): Promise<string> {
  const turn = last.then(() => convertImage(bytes))
  last = turn.catch(() => {})
  const files = await turn
  const now = deps.clock.now()
  const key = `${nairobiStamp(now)}-${randomBytes(8).toString('hex')}`
  await insertUpload(deps.db, { key, account_id: viewer.accountId, now })
  for (const file of files) {
    const place = imageStorageKey(imageFile(key, file.width, file.format))
    await storage.putObject(place, file.bytes, file.contentType)
  }
  return imageUrl(deps.env.publicOrigin, key)
}
