/** Widths in which every picture is stored, 16:9. */
export const IMAGE_WIDTHS = [400, 800, 1280] as const
export type ImageWidth = (typeof IMAGE_WIDTHS)[number]
/** The formats of stored pictures. The format with the smallest files comes first. */
export const IMAGE_FORMATS = ['avif', 'webp', 'jpg'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]

const FILE = /^[a-z0-9][a-z0-9-]{0,99}-(?:400|800|1280)\.(avif|webp|jpg)$/
const ADDRESS_END = /-\d+\.(?:avif|webp|jpg)$/

export function imageFile(key: string, width: ImageWidth, format: ImageFormat): string {
  return `${key}-${width}.${format}`
}

/** The storage key of a picture file. */
export function imageStorageKey(file: string): string {
  return `images/${file}`
}

export function imageUrl(
  origin: string,
  key: string,
  width: ImageWidth = 1280,
  format: ImageFormat = 'webp',
): string {
  return `${origin}/images/${imageFile(key, width, format)}`
}

/** The format of a stored file. Null if the name is not that of an uploaded picture. */
export function imageFormat(file: string): ImageFormat | null {
  return (FILE.exec(file)?.[1] as ImageFormat | undefined) ?? null
}

/**
 * Returns the address of the picture in another width or format. Addresses that are not ours are
 * returned unchanged.
 */
export function imageVariant(
  address: string,
  width: ImageWidth,
  format: ImageFormat = 'webp',
): string {
  return address.replace(ADDRESS_END, `-${width}.${format}`)
}

/**
 * The addresses of all widths for `srcset`. Undefined if the picture is not stored in these widths.
 */
export function imageSrcset(address: string, format: ImageFormat = 'webp'): string | undefined {
  if (!ADDRESS_END.test(address)) return undefined
  return IMAGE_WIDTHS.map((width) => `${imageVariant(address, width, format)} ${width}w`).join(', ')
}

/** The address without its origin, if the origin is ours. Any other address stays unchanged. */
export function ownPath(address: string, origin: string): string {
  return address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
}

/**
 * The storage key of a picture of ours, from its address with or without the origin. Null for other
 * addresses.
 */
export function imageKeyOf(address: string, origin: string): string | null {
  const [, file = ''] = /^\/images\/([^/]+)$/.exec(ownPath(address, origin)) ?? []
  return imageFormat(file) === null ? null : file.replace(ADDRESS_END, '')
}

// The end of a picture's key contains facts that pages need: '-c1b4f8f' is the accent colour of the
// poster, and '-tall' means that the picture is also stored as 4:5 (decisions/0110).

const ACCENT = /-c([0-9a-f]{6})(?:-tall)?-\d+\.\w+$/
const TALL = /-tall(-\d+\.\w+)?$/

/** The end of a new picture's key. */
export function keyEnd({ accent, isTall }: { accent: string | null; isTall: boolean }): string {
  return (accent ? `-c${accent}` : '') + (isTall ? '-tall' : '')
}

/**
 * The accent colour in a picture's address, as 'rrggbb'. Null if the address contains no colour.
 */
export function accentIn(address: string): string | null {
  return ACCENT.exec(address)?.[1] ?? null
}

/** Whether this is the key or the address of a tall picture. */
export function isTallPicture(name: string): boolean {
  return TALL.test(name)
}

/** The key or address of the picture as 4:5. Null if the picture is not tall. */
export function tallAddress(name: string): string | null {
  return isTallPicture(name) ? name.replace(TALL, '-tall-4x5$1') : null
}

/**
 * Whether two addresses show the same picture, in any width or format. A picture that was uploaded
 * before accent colours existed has a second key with its colour.
 */
export function isSamePicture(one: string, other: string): boolean {
  const pictureOf = (address: string) =>
    address.replace(/^.*\/images\//, '').replace(/(?:-c[0-9a-f]{6})?(?:-tall)?-\d+\.\w+$/, '')
  return pictureOf(one) === pictureOf(other)
}

/**
 * The keys under which a picture's files are stored: the key for 16:9, and for a tall picture also
 * the key for 4:5.
 */
export function storedKeys(key: string): string[] {
  return isTallPicture(key) ? [key, `${key}-4x5`] : [key]
}

export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024
/** The most pictures that an organizer may upload in an hour. */
export const UPLOADS_AN_HOUR = 30
export const UPLOAD_MAX_PIXELS = 40_000_000
/** The largest ratio of the longer side to the shorter side. */
export const UPLOAD_MAX_RATIO = 8

/** The accepted formats by their common names. */
export const TAKEN_FORMATS = ['PNG', 'JPG', 'GIF', 'WebP', 'AVIF', 'TIFF'] as const
/** Formats that we refuse by name, so that the uploader knows what to change. */
type OtherFormat = 'BMP' | 'SVG' | 'HEIC' | 'PDF'
type PictureFormat = (typeof TAKEN_FORMATS)[number] | OtherFormat

/** Matches an SVG file, which may begin with an XML declaration, a doctype and comments. */
const SVG = /^(?:\xef\xbb\xbf)?(?:\s|<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->|<!DOCTYPE[^>]*>)*<svg[\s>]/i
const HEAD_BYTES = 1024

/**
 * The format that the file's first bytes show; the file's name is ignored. Null if the format is
 * unknown.
 */
export function pictureFormat(bytes: Uint8Array): PictureFormat | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'PNG'
  if (text(0, 3) === '\xff\xd8\xff') return 'JPG'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'GIF'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'WebP'
  if (text(0, 4) === 'II*\0' || text(0, 4) === 'MM\0*') return 'TIFF'
  if (text(4, 8) === 'ftyp') return formatOfBrands(text(8, Math.min(bytes[3] ?? 0, 64)))
  if (text(0, 2) === 'BM') return 'BMP'
  if (text(0, 5) === '%PDF-') return 'PDF'
  return SVG.test(text(0, HEAD_BYTES)) ? 'SVG' : null
}

/** The picture format, according to the brands in the file's first box (ISO 14496-12, 4.3). */
function formatOfBrands(brands: string): PictureFormat | null {
  if (/avi[fs]/.test(brands)) return 'AVIF'
  return /hei[cxms]|hev[cx]|mif1/.test(brands) ? 'HEIC' : null
}
