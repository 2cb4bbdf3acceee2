import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { within } from '../../platform/limits/limits.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { nairobiStamp } from '../../platform/values/nairobi.rules.ts'
import { EventError } from '../errors.ts'
import {
  IMAGE_WIDTHS,
  type ImageFormat,
  type ImageWidth,
  imageFile,
  imageStorageKey,
  imageUrl,
  keyEnd,
  pictureFormat,
  storedKeys,
  TAKEN_FORMATS,
  UPLOAD_MAX_PIXELS,
  UPLOAD_MAX_RATIO,
  UPLOADS_AN_HOUR,
} from '../image.rules.ts'
import { insertUpload } from './images.sql.ts'
import { posterAccent } from './poster-accent.ts'

// Pictures are converted one at a time, because decoding 40 million pixels takes about 200 MB.
let last: Promise<unknown> = Promise.resolve()

/** Converts a picture after all earlier pictures are converted. Throws like convertImage. */
export function convertInTurn(bytes: Uint8Array): Promise<Converted> {
  const turn = last.then(() => convertImage(bytes))
  last = turn.catch(() => {})
  return turn
}

/**
 * Stores an uploaded picture and returns its address. If no event claims the picture within a day,
 * the picture is deleted. Throws AppError: unsupported_image, broken_image, image_too_many_pixels,
 * image_too_narrow.
 */
export async function storeUpload(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  storage: Storage,
  viewer: Viewer,
  bytes: Uint8Array,
): Promise<string> {
  const picture = await convertInTurn(bytes)
  const { accountId } = viewer
  const start = nairobiStamp(clock.now())
  const key = await storePicture({ db, clock, storage }, { accountId, picture, start })
  return imageUrl(env.publicOrigin, key)
}

/** Stores a converted picture under a new key with this start. Returns the key. */
export async function storePicture(
  { db, clock, storage }: Pick<Deps, 'db' | 'clock'> & { storage: Storage },
  { accountId, picture, start }: { accountId: string; picture: Converted; start: string },
): Promise<string> {
  const key = `${start}-${randomBytes(8).toString('hex')}${picture.end}`
  await insertUpload(db, { key, account_id: accountId, now: clock.now() })
  await storeFiles(storage, key, picture.files)
  return key
}

const HOUR_MS = 3600_000

/**
 * Limits an organizer's uploads and drawn cards to UPLOADS_AN_HOUR, because each takes a second of
 * work and some megabytes.
 */
export async function limitUploads<T>(
  deps: Pick<Deps, 'db' | 'clock'>,
  { accountId, role }: Viewer,
  work: () => Promise<T>,
): Promise<T> {
  if (role === 'admin') return await work()
  const limit = { key: `uploads:${accountId}`, max: UPLOADS_AN_HOUR, windowMs: HOUR_MS }
  return await within(deps, [limit], work)
}

/** Stores the files of a picture. The last file is the largest JPEG. */
export async function storeFiles(storage: Storage, key: string, files: ImageFile[]): Promise<void> {
  const [wideKey, tallKey] = storedKeys(key)
  for (const file of files) {
    const name = imageFile(file.isTall ? tallKey! : wideKey!, file.width, file.format)
    await storage.putObject(imageStorageKey(name), file.bytes, file.contentType)
  }
}

type ImageFile = {
  isTall: boolean
  width: ImageWidth
  format: ImageFormat
  contentType: string
  bytes: Buffer
}

/** `end` is the end of the picture's key. */
type Converted = { end: string; files: ImageFile[] }

const QUALITY = { webp: 76, jpg: 76 }

/**
 * A shape in which pictures are stored. A picture whose ratio is between `least` and `most` is
 * cropped to the shape. Any other picture is shown whole, on a background.
 */
type Shape = { width: number; height: number; least: number; most: number }

const WIDTH = IMAGE_WIDTHS.at(-1)!
const WIDE: Shape = { width: WIDTH, height: (WIDTH * 9) / 16, least: 1.5, most: 2.1 }
// Sponsors, dates and phone numbers are at the edges of a poster, so only a picture that is 4:5 by a
// few pixels is cropped to it.
const TALL: Shape = { width: WIDTH, height: (WIDTH * 5) / 4, least: 0.79, most: 0.81 }
/** The largest ratio of width to height of a tall picture. */
const TALL_MOST = 0.9

/**
 * Makes the files to store from an uploaded picture: re-encoded, upright, and without metadata such
 * as location or camera. The files are 16:9, and for a tall picture also 4:5. `end` is the end of
 * the picture's key. Throws an AppError if the picture is not accepted.
 */
export async function convertImage(upload: Uint8Array): Promise<Converted> {
  refuseOtherFormats(upload)
  return await refuseBroken(async () => {
    await refuseSize(upload)
    const wide = await makeFiles(upload, WIDE)
    const isTall = await isTallUpload(upload)
    const tall = isTall ? await makeFiles(upload, TALL) : []
    return {
      end: keyEnd({ accent: await posterAccent(upload), isTall }),
      files: [...tall, ...wide],
    }
  })
}

/** The end of a picture's key, which contains the accent colour and whether the picture is tall. */
export async function keyEndOf(upload: Uint8Array): Promise<string> {
  return keyEnd({ accent: await posterAccent(upload), isTall: await isTallUpload(upload) })
}

async function isTallUpload(upload: Uint8Array): Promise<boolean> {
  const { autoOrient } = await sharp(upload, OPTIONS).metadata()
  return autoOrient.width / autoOrient.height <= TALL_MOST
}

async function makeFiles(upload: Uint8Array, shape: Shape): Promise<ImageFile[]> {
  const picture = await draw(upload, shape)
  const isTall = shape === TALL
  const files: ImageFile[] = []
  for (const width of IMAGE_WIDTHS) {
    const scaled = sharp(picture.data, { raw: picture.info }).resize(width)
    const webp = await scaled.clone().webp({ quality: QUALITY.webp, effort: 4 }).toBuffer()
    const jpg = await scaled.clone().jpeg({ quality: QUALITY.jpg, progressive: true }).toBuffer()
    files.push({ isTall, width, format: 'webp', contentType: 'image/webp', bytes: webp })
    files.push({ isTall, width, format: 'jpg', contentType: 'image/jpeg', bytes: jpg })
  }
  return files
}

function refuseOtherFormats(upload: Uint8Array): void {
  const format = pictureFormat(upload)
  if (TAKEN_FORMATS.some((taken) => taken === format)) return
  const text = format && `${format} images are not taken. ${EventError.codes.unsupported_image[1]}`
  throw new EventError('unsupported_image', text ? { text } : {})
}

/**
 * Runs a decoder. If the decoder fails, the cause is the uploaded file, so this function throws
 * broken_image.
 */
async function refuseBroken<T>(decode: () => Promise<T>): Promise<T> {
  try {
    return await decode()
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new EventError('broken_image')
  }
}

const OPTIONS = { limitInputPixels: false, failOn: 'error' } as const

async function refuseSize(upload: Uint8Array): Promise<void> {
  const { width, height } = await sharp(upload, OPTIONS).metadata()
  if (width * height > UPLOAD_MAX_PIXELS) throw new EventError('image_too_many_pixels')
  // A picture with an extreme ratio is refused: it is shown whole on a background, so a line of 16
  // million pixels would become a thousand times larger.
  if (Math.max(width, height) > Math.min(width, height) * UPLOAD_MAX_RATIO) {
    throw new EventError('image_too_narrow')
  }
}

/**
 * Whether a picture is light on average. Then its background is not darkened, because a darker
 * background would look grey.
 */
async function isLight(picture: Uint8Array): Promise<boolean> {
  const { channels } = await sharp(picture).greyscale().stats()
  return channels[0]!.mean > 190
}

/** The raw pixels of the picture in this shape. Takes the first frame of an animated picture. */
async function draw(upload: Uint8Array, { width, height, least, most }: Shape) {
  const { autoOrient } = await sharp(upload, OPTIONS).metadata()
  const source = () => sharp(upload, OPTIONS).autoOrient().flatten({ background: '#ffffff' })
  const ratio = autoOrient.width / autoOrient.height
  if (ratio >= least && ratio <= most) {
    return await source()
      .resize(width, height, { fit: 'cover' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
  }
  const { data: whole, info } = await source()
    .resize(width, height, { fit: 'inside' })
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  const left = Math.floor((width - info.width) / 2)
  const top = Math.floor((height - info.height) / 2)
  // The background is the picture, mirrored at its edges, so that shapes continue and no seam is
  // visible.
  const right = width - info.width - left
  const bottom = height - info.height - top
  const ground = await sharp(whole)
    .extend({ left, top, right, bottom, extendWith: 'mirror' })
    .blur(40)
    .linear((await isLight(whole)) ? 1 : 0.85, 0)
    .png({ compressionLevel: 1 })
    .toBuffer()
  return await sharp(ground)
    .composite([{ input: whole, left, top }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}
