import type { FastifyReply } from 'fastify'
import { isDiskFull } from '../../platform/errors.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { imageFile, imageStorageKey } from '../image.rules.ts'

const A_YEAR = 'public, max-age=31536000, immutable'
const FIVE_MINUTES = 'public, max-age=300'

/** Returns a picture of ours as JPEG, stored under `key` or drawn now. */
type KeptPictures = (key: string, draw: () => Promise<Buffer>) => Promise<Buffer>

/**
 * Pictures that are drawn at the first request and then stored. If several requests for a new picture
 * come at the same time, it is drawn only once.
 */
export function keepPictures(storage: Storage): KeptPictures {
  const drawing = new Map<string, Promise<Buffer>>()
  return async (key, draw) => {
    const stored = await storage.getObject(key)
    if (stored) return stored
    const known = drawing.get(key)
    if (known) return known
    const work = drawAndStore(storage, key, draw).finally(() => drawing.delete(key))
    drawing.set(key, work)
    return work
  }
}

async function drawAndStore(
  storage: Storage,
  key: string,
  draw: () => Promise<Buffer>,
): Promise<Buffer> {
  const bytes = await draw()
  // If storage is full, the picture is not stored and the next request draws it again.
  await storage.putObject(key, bytes, 'image/jpeg').catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
  })
  return bytes
}

/** The largest JPEG of a stored picture. Null if there is none. */
export async function readPoster(storage: Storage, key: string | null): Promise<Buffer | null> {
  if (key === null) return null
  return (await storage.getObject(imageStorageKey(imageFile(key, 1280, 'jpg')))) ?? null
}

/**
 * Sends the picture. A request with an outdated fingerprint, for example from a chat, gets the
 * current picture, which may be cached for five minutes.
 */
export function sendPicture(reply: FastifyReply, bytes: Buffer, isCurrent: boolean) {
  return reply
    .type('image/jpeg')
    .headers({
      'cache-control': isCurrent ? A_YEAR : FIVE_MINUTES,
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(bytes)
}
