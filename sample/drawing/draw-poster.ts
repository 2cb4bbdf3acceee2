import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { composePoster, type PosterKey } from './scenes.ts'

const WEBP = { quality: 70, effort: 6 }
const GRAIN_SIDE = 320
const GRAIN_FORM = { width: GRAIN_SIDE, height: GRAIN_SIDE, channels: 3 } as const

/** Paper grain, which hides colour steps in gradients. The grain is the same on every machine. */
function drawGrain(): Buffer {
  const grain = Buffer.alloc(GRAIN_SIDE * GRAIN_SIDE * 3)
  let state = 1
  for (let pixel = 0; pixel < GRAIN_SIDE * GRAIN_SIDE; pixel++) {
    let sum = 0
    for (let throws = 0; throws < 3; throws++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      sum += state / 2 ** 32 - 0.5
    }
    grain.fill(128 + sum * 12, pixel * 3, pixel * 3 + 3)
  }
  return grain
}

/** Part of the digest, because different encoder settings give a different picture. */
const MADE = JSON.stringify({ WEBP, grain: 1 })

/**
 * A digest of the drawing and its encoder settings. Computing the digest takes a hundredth of the
 * time of drawing.
 */
export function fingerprintPoster(key: PosterKey): string {
  return createHash('sha256').update(MADE).update(composePoster(key)).digest('hex')
}

/** The poster as WebP, 1280 by 720. */
export async function drawPoster(key: PosterKey): Promise<Buffer> {
  return await sharp(Buffer.from(composePoster(key)))
    .removeAlpha()
    .composite([{ input: drawGrain(), raw: GRAIN_FORM, tile: true, blend: 'soft-light' }])
    .webp(WEBP)
    .toBuffer()
}
