import sharp, { type OverlayOptions } from 'sharp'
import { qrModules } from '../../ui/qr-modules.ts'
import { ACCENT, INK, svgOf } from '../pictures/drawing.ts'
import { isDrawnCard } from '../pictures/drawn-card.rules.ts'
import {
  cutText,
  drawText,
  fitText,
  type Lettering,
  type TextPicture,
} from '../pictures/text-picture.ts'
import { STORY_HEIGHT, STORY_SAFE, STORY_WIDTH } from './story.rules.ts'

/** All texts of a story picture. */
export type Story = {
  title: string
  /**
   * The parts of the date next to a portrait poster: 'Sunday', '13', 'December 2026' and '3:00 PM'.
   * The time is null for an event of several days.
   */
  day: { weekday: string; number: string; month: string; time: string | null }
  /** 'Sunday, December 13, 2026 · 3:00 PM', or 'December 11–13, 2026'. */
  when: string
  place: string
  /** The news about the event: 'Sold out', 'Cancelled', 'New date'. Null if there is none. */
  note: { text: string; isBad: boolean } | null
  price: string | null
  /** The text above the dial string, and the dial string. */
  dial: { text: string; code: string } | null
  scan: string
  /** The address of the event's page, as a QR code. */
  url: string
  /** The address as text, for people who see the picture on their own phone and cannot scan it. */
  address: string
  /** The colour of the poster, as '#rrggbb'; null if it has none. */
  accent: string | null
  imageKey: string | null
}

export type StoryPoster = { bytes: Buffer; isTall: boolean }

const MARGIN = 72
const ROOM = STORY_WIDTH - 2 * MARGIN
const TOP = STORY_SAFE
const BOTTOM = STORY_HEIGHT - STORY_SAFE
const QUIET = '#665c53'
const BAD = '#b01e1e'
/** The border of the QR code, in modules, and the width of a module, in pixels. */
const BORDER = 4
const MODULE = 8
const STUB_RADIUS = 28
/** The height of the space for the address below the ticket, in pixels. */
const FOOT = 68

type Block = { input: Buffer; width: number; height: number }
type Placed = OverlayOptions & { top: number; left: number }

const bold = (size: number, room = ROOM, ink?: string): Lettering => ({
  size,
  room,
  weight: 'ExtraBold',
  ...(ink && { ink }),
})
const plain = (size: number, room = ROOM, ink?: string): Lettering => ({
  ...bold(size, room, ink),
  weight: 'Medium',
})
const at = ({ input }: Pick<Block, 'input'>, top: number, left = MARGIN): Placed => ({
  input,
  left: Math.round(left),
  top: Math.round(top),
})

/**
 * Draws the picture that an organizer shares as WhatsApp Status or Instagram story, as JPEG. No
 * text and no QR code is drawn within STORY_SAFE pixels of the top and the bottom.
 */
export async function drawStory(story: Story, poster: StoryPoster | null): Promise<Buffer> {
  const stub = await drawStub(story)
  const address = await drawAddress(story)
  const stubTop = BOTTOM - FOOT - stub.height
  const layers = await (poster === null
    ? drawWords(story, stubTop)
    : poster.isTall
      ? besideTall(story, poster, stubTop)
      : belowWide(story, poster, stubTop))
  const ground = await drawGround(story, poster)
  return await sharp(ground)
    .composite([
      ...layers,
      at(stub, stubTop),
      at(address, BOTTOM - address.height, (STORY_WIDTH - address.width) / 2),
    ])
    .removeAlpha()
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer()
}

/** The address on one line. The smallest size leaves enough space for the longest short link. */
async function drawAddress({ address }: Story): Promise<Block> {
  const sizes = [46, 40, 34, 30, 26, 22].map((size) => ({ size, linesMax: 1 }))
  return (await fitText(address, sizes, { weight: 'ExtraBold', room: ROOM })).picture
}

/** The background: the blurred poster or, without a poster, Lango's arch on the event's colour. */
async function drawGround({ accent }: Story, poster: StoryPoster | null): Promise<Buffer> {
  const size = { width: STORY_WIDTH, height: STORY_HEIGHT }
  if (poster === null)
    return await sharp(svgOf(size, arch(accent ?? ACCENT)))
      .png()
      .toBuffer()
  const shade = `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="${INK}" stop-opacity=".45"/>
    <stop offset=".45" stop-color="${INK}" stop-opacity=".72"/>
    <stop offset="1" stop-color="${INK}" stop-opacity=".86"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#s)"/>`
  // Blurring a small copy looks as soft as blurring the whole picture, and is much faster.
  const small = await sharp(poster.bytes)
    .resize(108, 192, { fit: 'cover' })
    .blur(7)
    .png()
    .toBuffer()
  return await sharp(small)
    .resize({ ...size, kernel: 'cubic' })
    .composite([{ input: svgOf(size, shade) }])
    .png()
    .toBuffer()
}

function arch(colour: string): string {
  const path = 'M420 1920V780a520 520 0 0 1 1040 0v1140h-250V780a270 270 0 0 0-540 0v1140z'
  return `<rect width="100%" height="100%" fill="${INK}"/>
    <path d="${path}" fill="${colour}" opacity=".42"/>`
}

/** The poster in this size, with round corners; grey for a cancelled event. */
async function cutPoster(
  { note }: Story,
  { bytes }: StoryPoster,
  size: { width: number; height: number },
): Promise<Block> {
  const { width, height } = size
  const mask = svgOf(size, `<rect width="${width}" height="${height}" rx="24" fill="#fff"/>`)
  const input = await sharp(bytes)
    .resize({ ...size, fit: 'cover' })
    .modulate({ saturation: note?.isBad ? 0 : 1 })
    .ensureAlpha()
    .composite([{ input: mask, blend: 'dest-in' }])
    .png()
    .toBuffer()
  return { input, width, height }
}

/** Places the blocks below each other, from `top` down. Each block has its `gap` above it. */
function stack(
  blocks: readonly { block: Block; gap: number }[],
  top: number,
  left = MARGIN,
): Placed[] {
  let y = top
  return blocks.map(({ block, gap }) => {
    const placed = at(block, y + gap, left)
    y += gap + block.height
    return placed
  })
}

const heightOf = (blocks: readonly { block: Block; gap: number }[]): number =>
  blocks.reduce((sum, { block, gap }) => sum + gap + block.height, 0)

/** A wide poster at the top. The texts are in the middle of the space below the poster. */
async function belowWide(story: Story, poster: StoryPoster, bottom: number): Promise<Placed[]> {
  const picture = await cutPoster(story, poster, {
    width: ROOM,
    height: Math.round((ROOM * 9) / 16),
  })
  const blocks = await wordsOf(story, { sizes: [96, 84, 72, 60, 50], hasDay: true })
  const room = bottom - TOP - picture.height
  return [at(picture, TOP), ...stack(blocks, TOP + picture.height + (room - heightOf(blocks)) / 2)]
}

/** A portrait poster with the date next to it and the texts below it. */
async function besideTall(story: Story, poster: StoryPoster, bottom: number): Promise<Placed[]> {
  const blocks = await wordsOf(story, { sizes: [80, 68, 58, 50], hasDay: false })
  const height = Math.min(bottom - TOP - heightOf(blocks) - 2 * 44, 800)
  const picture = await cutPoster(story, poster, {
    width: Math.round(height * 0.8),
    height: Math.round(height),
  })
  const room = bottom - TOP - picture.height
  const left = MARGIN + picture.width + 40
  const day = await dayBlocks(story, STORY_WIDTH - MARGIN - left)
  return [
    at(picture, TOP),
    ...stack(day, TOP + picture.height - heightOf(day), left),
    ...stack(blocks, TOP + picture.height + (room - heightOf(blocks)) / 2),
  ]
}

/** The date and the texts in large letters, for an event without a poster. */
async function drawWords(story: Story, bottom: number): Promise<Placed[]> {
  const day = await dayBlocks(story, ROOM)
  const blocks = await wordsOf(story, { sizes: [132, 112, 96, 80, 66, 56], hasDay: false })
  const room = bottom - TOP - heightOf(day)
  return [...stack(day, TOP), ...stack(blocks, TOP + heightOf(day) + (room - heightOf(blocks)) / 2)]
}

/** The date as a block in large letters that can be read from a distance. */
async function dayBlocks({ day }: Story, room: number) {
  const { weekday, number, month, time } = day
  return [
    { block: await cutText(weekday, 1, bold(44, room)), gap: 0 },
    { block: await drawNumber(number, room), gap: 24 },
    { block: await cutText(month, 2, bold(44, room)), gap: 28 },
    ...(time === null ? [] : [{ block: await cutText(time, 1, plain(44, room)), gap: 20 }]),
  ]
}

/** '13', or '11–13' in the largest letters that fit. */
async function drawNumber(number: string, room: number): Promise<Block> {
  const largest = Math.min(240, Math.round(room * 0.8))
  if (number.length < 3) return await cutText(number, 1, bold(largest, room))
  const sizes = [1, 0.8, 0.6, 0.5, 0.4].map((part) => ({
    size: Math.round(largest * part),
    linesMax: 1,
  }))
  return (await fitText(number, sizes, { weight: 'ExtraBold', room })).picture
}

/**
 * The blocks with the news, the title, the date and the place. Without the title below a card that
 * we drew, because the card has the title.
 */
async function wordsOf(
  { note, title, when, place, imageKey }: Story,
  { sizes, hasDay }: { sizes: number[]; hasDay: boolean },
) {
  const lines = sizes.map((size) => ({
    size,
    linesMax: hasDay && size > 72 ? 2 : size > 60 ? 3 : 4,
  }))
  const isOnCard = hasDay && isDrawnCard(imageKey)
  const titled = isOnCard ? null : await fitText(title, lines, { weight: 'ExtraBold', room: ROOM })
  const below = titled ? titled.size / 2 : 32
  return [
    ...(note ? [{ block: await drawNote(note), gap: 0 }] : []),
    ...(titled ? [{ block: titled.picture as Block, gap: note ? 32 : 0 }] : []),
    ...(hasDay ? [{ block: await cutText(when, 1, plain(42)), gap: below }] : []),
    { block: await cutText(place, 2, plain(42)), gap: hasDay ? 24 : below },
  ]
}

async function drawNote({ text, isBad }: NonNullable<Story['note']>): Promise<Block> {
  const words = await cutText(text, 1, bold(34, ROOM - 56, isBad ? '#ffffff' : INK))
  const size = { width: words.width + 56, height: 66 }
  const pill = `<rect width="${size.width}" height="${size.height}" rx="33" fill="${isBad ? BAD : '#ffffff'}"/>`
  const input = await sharp(svgOf(size, pill))
    .composite([at(words, (size.height - words.height) / 2, 28)])
    .png()
    .toBuffer()
  return { input, ...size }
}

/** A ticket with the QR code. The price and the dial string are on its stub. */
async function drawStub(story: Story): Promise<Block> {
  const rows = qrModules(story.url, 'medium')
  const side = (rows.length + 2 * BORDER) * MODULE
  const size = { width: ROOM, height: Math.max(side, 340) }
  const offset = (size.height - side) / 2
  const marks = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) =>
      isDark
        ? [
            `M${(x + BORDER) * MODULE} ${(y + BORDER) * MODULE + offset}h${MODULE}v${MODULE}h-${MODULE}z`,
          ]
        : [],
    ),
  )
  const shapes = `${ticket(size, side)}<path fill="#000" shape-rendering="crispEdges" d="${marks.join('')}"/>`
  const left = side + 36
  const blocks = await stubWords(story, ROOM - left - 32)
  const input = await sharp(svgOf(size, shapes))
    .composite(stack(blocks, (size.height - heightOf(blocks)) / 2, left))
    .png()
    .toBuffer()
  return { input, ...size }
}

/** A white ticket with a notch above and below the line at `x`. */
function ticket({ width, height }: { width: number; height: number }, x: number): string {
  const [r, n] = [STUB_RADIUS, 18]
  const path = [
    `M${r} 0H${x - n}a${n} ${n} 0 0 0 ${2 * n} 0H${width - r}a${r} ${r} 0 0 1 ${r} ${r}`,
    `V${height - r}a${r} ${r} 0 0 1-${r} ${r}H${x + n}a${n} ${n} 0 0 0-${2 * n} 0H${r}`,
    `a${r} ${r} 0 0 1-${r}-${r}V${r}a${r} ${r} 0 0 1 ${r}-${r}z`,
  ].join('')
  return `<path d="${path}" fill="#fff"/><path d="M${x} ${n + 12}V${height - n - 12}" stroke="#e6dccf" stroke-width="3" stroke-dasharray="9 9"/>`
}

async function stubWords({ price, scan, dial, accent }: Story, room: number) {
  const fitted = async (text: string, linesMax = 1): Promise<TextPicture> => {
    const sizes = [58, 52, 46, 40].map((size) => ({ size, linesMax }))
    return (await fitText(text, sizes, { weight: 'ExtraBold', room, ink: INK })).picture
  }
  const wordmark = { block: await drawText('Lango', bold(32, room, accent ?? ACCENT)), gap: 0 }
  if (price === null) return [wordmark, { block: await fitted(scan, 2), gap: 32 }]
  const grey = plain(34, room, QUIET)
  return [
    wordmark,
    { block: await fitted(price), gap: 26 },
    { block: await cutText(scan, 1, grey), gap: 18 },
    ...(dial
      ? [
          { block: await cutText(dial.text, 1, grey), gap: 34 },
          { block: await fitted(dial.code), gap: 16 },
        ]
      : []),
  ]
}
