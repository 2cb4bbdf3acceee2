import { useSite } from '../../ui/site.tsx'
import { type ImageFormat, imageSrcset, imageVariant } from '../image.rules.ts'

export type Picture = { image: string | null; image_formats: readonly ImageFormat[] }

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/**
 * The address of our own picture on the origin of the page, which may differ from the stored
 * origin.
 */
function ownPath(image: string, origin: string): string {
  return image.startsWith(`${origin}/`) ? image.slice(origin.length) : image
}

/**
 * An event's picture, always 16:9, so that the page does not shift when it loads. Lazy pictures
 * wait for the script (early-script.ts). Without a picture, an arch on the accent colour.
 */
export function Poster({
  picture: { image, image_formats },
  sizes,
  eager = false,
  className = '',
}: {
  picture: Picture
  sizes: string
  /** True for the picture that the page loads first. */
  eager?: boolean
  className?: string
}) {
  const { origin } = useSite()
  const frame = `aspect-video w-full bg-line ${className}`
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

/**
 * The picture to preload, for the document's head: the browser then loads it before its element is
 * parsed.
 */
export function preloadOf({ image, image_formats: [format] }: Picture, sizes: string) {
  if (!image || !format) return undefined
  return { image, format, type: TYPES[format], sizes }
}
export type Preload = NonNullable<ReturnType<typeof preloadOf>>

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
