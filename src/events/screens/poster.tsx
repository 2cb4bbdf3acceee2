import { useSite } from '../../ui/site.tsx'
import {
  type ImageFormat,
  imageSrcset,
  imageVariant,
  ownPath,
  tallAddress,
} from '../image.rules.ts'

export type Picture = { image: string | null; image_formats: readonly ImageFormat[] }

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/** NARROW matches the screens on which a tall picture is shown as 4:5. */
const NARROW = '(max-width: 639px)'
const WIDER = '(min-width: 640px)'

/**
 * An event's picture, or an arch on the accent colour if there is none. The frame is 16:9, or 4:5
 * for a tall picture on a phone, before the picture loads, so that the page does not shift. Lazy
 * pictures wait for the script (early-script.ts).
 */
export function Poster({
  picture: { image, image_formats },
  sizes,
  mayBeTall = false,
  eager = false,
  className = '',
}: {
  picture: Picture
  sizes: string
  /**
   * True if the picture is as wide as a phone's screen. A tall picture is then shown as 4:5 on
   * phones.
   */
  mayBeTall?: boolean
  /** True for the picture that the page loads first. */
  eager?: boolean
  className?: string
}) {
  const { origin } = useSite()
  const tall = mayBeTall && image ? tallAddress(ownPath(image, origin)) : null
  const frame = `aspect-video w-full bg-line ${tall ? 'max-sm:aspect-4/5' : ''} ${className}`
  if (!image) return <NoPoster className={frame} />
  const src = ownPath(image, origin)
  const last = image_formats.at(-1)
  return (
    <picture className={`relative block overflow-hidden ${frame}`}>
      {tall &&
        image_formats.map((format) => (
          <source
            key={format}
            media={NARROW}
            type={TYPES[format]}
            srcSet={imageSrcset(tall, format)}
            sizes="100vw"
          />
        ))}
      {image_formats.slice(0, -1).map((format) => (
        <source key={format} type={TYPES[format]} srcSet={imageSrcset(src, format)} sizes={sizes} />
      ))}
      <img
        src={last ? imageVariant(src, 800, last) : src}
        srcSet={last && imageSrcset(src, last)}
        sizes={sizes}
        width={1280}
        height={720}
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
export type Preload = {
  image: string
  format: ImageFormat
  type: string
  sizes: string
  media?: string
}

/**
 * The pictures to preload, for the document's head. With `mayBeTall` (see Poster), a tall picture
 * is preloaded as 4:5 on phones and as 16:9 on wider screens.
 */
export function preloadOf(
  { image, image_formats: [format] }: Picture,
  sizes: string,
  mayBeTall = false,
): Preload[] {
  if (!image || !format) return []
  const wide = { image, format, type: TYPES[format], sizes }
  const tall = mayBeTall ? tallAddress(image) : null
  return tall === null
    ? [wide]
    : [
        { ...wide, media: WIDER },
        { ...wide, image: tall, sizes: '100vw', media: NARROW },
      ]
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
