import { useSite } from '../../ui/site.tsx'
import { type ImageFormat, imageSrcset, imageVariant, ownPath } from '../image.rules.ts'

export type Picture = { image: string | null; image_formats: readonly ImageFormat[] }

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/**
 * An event's picture. Without a picture, an arch on the accent colour. The frame has a fixed shape
 * (16:9, or 4:5 with `isTall`), so that the page does not shift when the picture loads. Lazy
 * pictures wait for the script (early-script.ts).
 */
export function Poster({
  picture: { image, image_formats },
  sizes,
  isTall = false,
  eager = false,
  className = '',
}: {
  picture: Picture
  sizes: string
  /** True if `image` is the address of the 4:5 version of a tall picture (`tallAddress`). */
  isTall?: boolean
  /** True for the picture that the page loads first. */
  eager?: boolean
  className?: string
}) {
  const { origin } = useSite()
  const frame = `w-full bg-line ${isTall ? 'aspect-4/5' : 'aspect-video'} ${className}`
  if (!image) return <NoPoster className={frame} />
  const src = ownPath(image, origin)
  const last = image_formats.at(-1)
  return (
    <picture className={`relative block overflow-hidden ${frame}`}>
      {image_formats.slice(0, -1).map((format) => (
        <source key={format} type={TYPES[format]} srcSet={imageSrcset(src, format)} sizes={sizes} />
      ))}
      <img
        src={last ? imageVariant(src, 800, last) : src}
        srcSet={last && imageSrcset(src, last)}
        sizes={sizes}
        width={1280}
        height={isTall ? 1600 : 720}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'low'}
        decoding="async"
        className="absolute inset-0 size-full object-cover"
      />
    </picture>
  )
}

/** A picture to preload: the browser then loads it before its element is parsed. */
export type Preload = { image: string; format: ImageFormat; type: string; sizes: string }

/** The picture to preload, for the document's head. Undefined if there is none. */
export function preloadOf(
  { image, image_formats: [format] }: Picture,
  sizes: string,
): Preload | undefined {
  return image && format ? { image, format, type: TYPES[format], sizes } : undefined
}

function NoPoster({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 320 180" className={className} aria-hidden="true">
      <rect width="320" height="180" className="fill-accent-soft" />
      <path
        d="M104 180v-60a56 56 0 0 1 112 0v60h-28v-60a28 28 0 0 0-56 0v60z"
        className="fill-accent"
        opacity="0.25"
      />
    </svg>
  )
}
