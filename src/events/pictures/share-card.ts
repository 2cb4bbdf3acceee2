import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { formatKes } from '../../platform/values/money.rules.ts'
import { formatFullDate, formatTime } from '../../ui/dates.rules.ts'
import { firstHeld } from '../calendar.rules.ts'
import { formatSpan } from '../days/day-span.rules.ts'
import { isTallPicture } from '../image.rules.ts'
import { lastDate } from '../sales.rules.ts'
import { SHARE_CARD_HEIGHT, SHARE_CARD_MAX_BYTES, SHARE_CARD_WIDTH } from '../share-card.rules.ts'
import type { CardRow } from '../share-card-fingerprint.ts'
import { ACCENT, INK, svgOf } from './drawing.ts'
import { cutText, drawText, fitText, type Lettering, type TextPicture } from './text-picture.ts'

export type ShareCard = {
  title: string
  /** 'Saturday, December 12, 2026 · 3:00 PM', or 'December 11–13, 2026' for several days. */
  when: string
  place: string
  price: string
  imageKey: string | null
}

/** All texts of an event's share card. `lowest` is the lowest price in shillings. */
export function toShareCard(row: CardRow, lowest: number | null): ShareCard {
  const { date, time } = firstHeld(row)
  const last = lastDate(row)
  return {
    title: row.title,
    when: last === date ? `${formatFullDate(date)} · ${formatTime(time)}` : formatSpan(date, last),
    place: row.location,
    price: lowest === null ? 'Standard Admission' : `From ${formatKes(lowest)}`,
    imageKey: row.image_key,
  }
}

const MARGIN = 64
const SIZE = { width: SHARE_CARD_WIDTH, height: SHARE_CARD_HEIGHT }
const ROOM = SHARE_CARD_WIDTH - 2 * MARGIN
const SMALL: Lettering = { size: 32, weight: 'Medium', room: ROOM }
const PRICE: Lettering = { size: 32, weight: 'ExtraBold', room: ROOM - 48 }
const WORDMARK: Lettering = { size: 40, weight: 'ExtraBold', room: ROOM }

/** The distances of the letters' upper edges from the top of the picture, in pixels. */
const [WHEN_TOP, PLACE_TOP, PRICE_TOP] = [407, 451, 506]
const PRICE_HEIGHT = 60

/**
 * Draws the picture that previews of a link to an event show: the poster with title, day, venue and
 * price.
 */
export async function drawShareCard(card: ShareCard, poster: Buffer | null): Promise<Buffer> {
  const ground = poster
    ? await drawPoster(poster, card)
    : sharp({ create: { ...SIZE, channels: 3, background: INK } })
  const { data, info } = await ground
    .composite(await layersOf(card, poster === null))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  for (const quality of [82, 72, 60, 45]) {
    const bytes = await sharp(data, { raw }).jpeg({ quality, mozjpeg: true }).toBuffer()
    if (bytes.length <= SHARE_CARD_MAX_BYTES || quality === 45) return bytes
  }
  throw new Error('unreachable')
}

/** The poster over the whole card. A tall poster is whole: its sides go on in its own colours. */
async function drawPoster(poster: Buffer, { imageKey }: ShareCard): Promise<Sharp> {
  if (!isTallPicture(imageKey ?? '')) return sharp(poster).resize({ ...SIZE, fit: 'cover' })
  const { width, height } = SIZE
  const whole = await sharp(poster).resize({ height }).toBuffer({ resolveWithObject: true })
  const left = Math.floor((width - whole.info.width) / 2)
  const right = width - whole.info.width - left
  return sharp(
    await sharp(whole.data).extend({ left, right, extendWith: 'mirror' }).png().toBuffer(),
  )
}

async function layersOf(card: ShareCard, bare: boolean): Promise<OverlayOptions[]> {
  const title = await drawTitle(card.title)
  const price = await cutText(card.price, 1, PRICE)
  const shapes = [bare ? arch() : scrim(title.top), pill(price.width)].join('')
  const at = ({ input }: TextPicture, top: number, left = MARGIN) => ({
    input,
    left,
    top: Math.round(top),
  })
  return [
    { input: svgOf(SIZE, shapes) },
    at(await drawText('Lango', WORDMARK), MARGIN),
    at(title.picture, title.top),
    at(await cutText(card.when, 1, SMALL), WHEN_TOP),
    at(await cutText(card.place, 1, SMALL), PLACE_TOP),
    at(price, PRICE_TOP + (PRICE_HEIGHT - price.height) / 2, MARGIN + 24),
  ]
}

/**
 * A gradient over the poster: at the bottom dark enough for white text on any poster, at the top
 * almost transparent.
 */
function scrim(top: number): string {
  const start = Math.max(0, top - 200) / SHARE_CARD_HEIGHT
  const full = Math.max(0.1, top / SHARE_CARD_HEIGHT)
  return [
    '<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1">',
    `<stop offset="0" stop-color="${INK}" stop-opacity=".36"/>`,
    `<stop offset="${start.toFixed(3)}" stop-color="${INK}" stop-opacity=".1"/>`,
    `<stop offset="${full.toFixed(3)}" stop-color="${INK}" stop-opacity=".68"/>`,
    `<stop offset="1" stop-color="${INK}" stop-opacity=".9"/>`,
    '</linearGradient>',
    // A dark glow behind the name 'Lango', so that the name is readable on any poster.
    '<radialGradient id="c" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="520">',
    `<stop offset="0" stop-color="${INK}" stop-opacity=".8"/>`,
    `<stop offset=".4" stop-color="${INK}" stop-opacity=".6"/>`,
    `<stop offset="1" stop-color="${INK}" stop-opacity="0"/>`,
    '</radialGradient></defs>',
    ...['s', 'c'].map(
      (id) =>
        `<rect width="${SHARE_CARD_WIDTH}" height="${SHARE_CARD_HEIGHT}" fill="url(#${id})"/>`,
    ),
  ].join('')
}

/** The arch that is drawn if the event has no poster. */
function arch(): string {
  const outer = 'M700 630V330a210 210 0 0 1 420 0v300h-104V330a106 106 0 0 0-212 0v300z'
  return `<path d="${outer}" fill="${ACCENT}" opacity=".55"/>`
}

function pill(width: number): string {
  return `<rect x="${MARGIN}" y="${PRICE_TOP}" width="${width + 48}" height="${PRICE_HEIGHT}" rx="30" fill="${ACCENT}"/>`
}

/**
 * The sizes of titles with their maximum number of lines. Large letters are only for one or two
 * lines, because three lines of them would cover the poster.
 */
const TITLE_SIZES = [
  { size: 76, linesMax: 2 },
  { size: 64, linesMax: 2 },
  { size: 54, linesMax: 3 },
  { size: 46, linesMax: 3 },
]

async function drawTitle(text: string): Promise<{ picture: TextPicture; top: number }> {
  const { picture, size } = await fitText(text, TITLE_SIZES, { weight: 'ExtraBold', room: ROOM })
  return { picture, top: WHEN_TOP - 36 - size * (0.82 + (picture.lines - 1) * 1.2) }
}
