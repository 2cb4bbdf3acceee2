import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
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
  pictureFormat,
  TAKEN_FORMATS,
  UPLOAD_MAX_PIXELS,
  UPLOAD_MAX_RATIO,
} from '../image.rules.ts'
import { insertUpload } from './images.sql.ts'

// Decoding 40 million pixels takes about 200 MB, so pictures are converted one at a time.
let last: Promise<unknown> = Promise.resolve()

/**
 * Stores an uploaded picture and returns its address. If no event claims the picture, it is deleted
 * after a day. Throws AppError: unsupported_image, broken_image, image_too_many_pixels,
 * image_too_narrow.
 */
export async function storeUpload(
  { db, env, clock }: Pick<Deps, 'db' | 'env' | 'clock'>,
  storage: Storage,
  viewer: Viewer,
  bytes: Uint8Array,
): Promise<string> {
  const turn = last.then(() => convertImage(bytes))
  last = turn.catch(() => {})
  const files = await turn
  const now = clock.now()
  const key = `${nairobiStamp(now)}-${randomBytes(8).toString('hex')}`
  await insertUpload(db, { key, account_id: viewer.accountId, now })
  for (const file of files) {
    const place = imageStorageKey(imageFile(key, file.width, file.format))
    await storage.putObject(place, file.bytes, file.contentType)
  }
  return imageUrl(env.publicOrigin, key)
}

type ImageFile = {
  width: ImageWidth
  format: ImageFormat
  contentType: string
  bytes: Buffer
}

const WIDTH = IMAGE_WIDTHS.at(-1)!
const HEIGHT = (WIDTH * 9) / 16
const QUALITY = { webp: 76, jpg: 76 }

/**
 * The range of ratios in which a picture is cropped to 16:9. Pictures outside it are shown whole,
 * on a background.
 */
const RATIO_MIN = 1.5
const RATIO_MAX = 2.1

/**
 * Makes the files to store from an uploaded picture: re-encoded, upright, 16:9, without metadata
 * such as location or camera. Throws an AppError if the picture is not accepted.
 */
export async function convertImage(upload: Uint8Array): Promise<ImageFile[]> {
  refuseOtherFormats(upload)
  const picture = await refuseBroken(() => drawWide(upload))
  const files: ImageFile[] = []
  for (const width of IMAGE_WIDTHS) {
    const scaled = sharp(picture.data, { raw: picture.info }).resize(width)
    const webp = await scaled.clone().webp({ quality: QUALITY.webp, effort: 4 }).toBuffer()
    const jpg = await scaled.clone().jpeg({ quality: QUALITY.jpg, progressive: true }).toBuffer()
    files.push({ width, format: 'webp', contentType: 'image/webp', bytes: webp })
    files.push({ width, format: 'jpg', contentType: 'image/jpeg', bytes: jpg })
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
 * Runs a decoder. An error of the decoder comes from the uploaded file, so it becomes a client
 * error.
 */
async function refuseBroken<T>(decode: () => Promise<T>): Promise<T> {
  try {
    return await decode()
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new EventError('broken_image')
  }
}

/** The raw pixels of WIDTH × HEIGHT, from the first frame of an animated picture. */
async function drawWide(upload: Uint8Array) {
  const options = { limitInputPixels: false, failOn: 'error' } as const
  const { width, height, autoOrient } = await sharp(upload, options).metadata()
  if (width * height > UPLOAD_MAX_PIXELS) throw new EventError('image_too_many_pixels')
  // The picture is shown whole on a background. Its ratio is limited, because a line of 16 million
  // pixels would become a thousand times larger.
  if (Math.max(width, height) > Math.min(width, height) * UPLOAD_MAX_RATIO) {
    throw new EventError('image_too_narrow')
  }
  const source = () => sharp(upload, options).autoOrient().flatten({ background: '#ffffff' })
  const ratio = autoOrient.width / autoOrient.height
  if (ratio >= RATIO_MIN && ratio <= RATIO_MAX) {
    return await source()
      .resize(WIDTH, HEIGHT, { fit: 'cover' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
  }
  const whole = await source()
    .resize(WIDTH, HEIGHT, { fit: 'inside' })
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer()
  const ground = await sharp(whole)
    .resize(WIDTH, HEIGHT, { fit: 'cover' })
    .blur(40)
    .linear(0.6, 0)
    .png({ compressionLevel: 1 })
    .toBuffer()
  return await sharp(ground)
    .composite([{ input: whole }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
}
