import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { IMAGE_WIDTHS, type ImageFormat, type ImageWidth } from '../../src/events/image.rules.ts'
import { composePoster, type PosterName } from './scenes.ts'

export type PosterFile = {
  width: ImageWidth
  format: ImageFormat
  contentType: string
  bytes: Buffer
}

const QUALITY: Record<ImageWidth, { webp: number; jpg: number }> = {
  400: { webp: 72, jpg: 70 },
  800: { webp: 70, jpg: 70 },
  1280: { webp: 70, jpg: 72 },
}

const GRAIN_SIDE = 320
const GRAIN_FORM = { width: GRAIN_SIDE, height: GRAIN_SIDE, channels: 3 } as const

/** Paper: breaks up the bands of a gradient. Drawn once, the same on every machine. */
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

/** Part of the fingerprint: a picture made in another way is another picture. */
const MADE = JSON.stringify({ QUALITY, grain: 1 })

/**
 * The same scene and seed always give the same drawing, and the fingerprint changes with it.
 * Composing is cheap; turning it into files takes a third of a second.
 */
export function drawPoster(
  scene: PosterName,
  seed: string,
): { fingerprint: string; toFiles: () => Promise<PosterFile[]> } {
  const svg = composePoster(scene, seed)
  const fingerprint = createHash('sha256').update(MADE).update(svg).digest('hex').slice(0, 8)
  return { fingerprint, toFiles: () => toFiles(svg) }
}

async function toFiles(svg: string): Promise<PosterFile[]> {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .composite([{ input: grain, raw: GRAIN_FORM, tile: true, blend: 'soft-light' }])
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const files: PosterFile[] = []
  for (const width of IMAGE_WIDTHS) {
    const scaled = sharp(data, { raw }).resize(width)
    const quality = QUALITY[width]
    const webp = await scaled.clone().webp({ quality: quality.webp, effort: 4 }).toBuffer()
    const jpg = await scaled.clone().jpeg({ quality: quality.jpg, progressive: true }).toBuffer()
    files.push({ width, format: 'webp', contentType: 'image/webp', bytes: webp })
    files.push({ width, format: 'jpg', contentType: 'image/jpeg', bytes: jpg })
  }
  return files
}
