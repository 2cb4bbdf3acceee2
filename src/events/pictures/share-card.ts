import sharp from 'sharp'
import { formatKes } from '../../platform/values/money.rules.ts'
import { formatDate, formatTime, formatWeekday } from '../event-words.rules.ts'
import { SHARE_CARD_HEIGHT, SHARE_CARD_MAX_BYTES, SHARE_CARD_WIDTH } from '../share-card.rules.ts'
import { type CardRow, lowestKes, type Prices } from '../share-card-fingerprint.ts'
import { drawText, type TextWeight } from './text-outlines.ts'

export type ShareCard = {
  title: string
  /** Date and time: 'Saturday, December 12, 2026 · 3:00 PM'. */
  when: string
  place: string
  price: string
  imageKey: string | null
}

/** All texts of an event's share card. */
export function toShareCard(row: CardRow, types: Prices): ShareCard {
  const lowest = lowestKes(types)
  return {
    title: row.title,
    when: `${formatWeekday(row.date)}, ${formatDate(row.date)} · ${formatTime(row.time)}`,
    place: row.location,
    price: lowest === null ? 'Standard Admission' : `From ${formatKes(lowest)}`,
    imageKey: row.image_key,
  }
}

const MARGIN = 64
const ROOM = SHARE_CARD_WIDTH - 2 * MARGIN
const INK = '#1d1814'
const WHITE = '#ffffff'
const ACCENT = '#b4430c'
const LINE = 1.12

/**
 * Draws the picture that previews of a link to an event show: the poster with title, day, venue and
 * price.
 */
export async function drawShareCard(card: ShareCard, poster: Buffer | null): Promise<Buffer> {
  const size = { width: SHARE_CARD_WIDTH, height: SHARE_CARD_HEIGHT }
  const ground = poster
    ? sharp(poster).resize({ ...size, fit: 'cover' })
    : sharp({ create: { ...size, channels: 3, background: INK } })
  const { data, info } = await ground
    .composite([{ input: Buffer.from(overlay(card, poster === null)) }])
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

function overlay(card: ShareCard, bare: boolean): string {
  const title = fitTitle(card.title)
  const titleHeight = title.lines.length * title.size * LINE
  const placeLine = cut(card.place, 32, 500)
  // The positions, from the bottom to the top: price, venue, day, title.
  const priceTop = SHARE_CARD_HEIGHT - MARGIN - 60
  const placeBase = priceTop - 32
  const whenBase = placeBase - 44
  const titleBase = whenBase - 56 - titleHeight + title.size
  const top = titleBase - title.size
  const parts = [
    bare ? arch() : scrim(top),
    wordmark(),
    ...title.lines.map((line, row) =>
      textAt(line, {
        x: MARGIN,
        y: titleBase + row * title.size * LINE,
        size: title.size,
        weight: 800,
      }),
    ),
    textAt(cut(card.when, 32, 500), { x: MARGIN, y: whenBase, size: 32, weight: 500 }),
    textAt(placeLine, { x: MARGIN, y: placeBase, size: 32, weight: 500 }),
    pill(card.price, priceTop),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_CARD_WIDTH}" height="${SHARE_CARD_HEIGHT}">${parts.join('')}</svg>`
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

function wordmark(): string {
  return textAt('Lango', { x: MARGIN, y: 92, size: 40, weight: 800 })
}

function pill(text: string, top: number): string {
  const { path, width } = drawText(text, 32, 800)
  const shape = `<rect x="${MARGIN}" y="${top}" width="${(width + 48).toFixed(1)}" height="60" rx="30" fill="${ACCENT}"/>`
  return `${shape}<path d="${path}" transform="translate(${MARGIN + 24} ${top + 41})" fill="${WHITE}"/>`
}

function textAt(
  text: string,
  at: { x: number; y: number; size: number; weight: TextWeight },
): string {
  const { path } = drawText(text, at.size, at.weight)
  return `<path d="${path}" transform="translate(${at.x} ${at.y.toFixed(1)})" fill="${WHITE}"/>`
}

const TITLE_SIZES = [76, 64, 54, 46]
const TITLE_LINES = 3

/**
 * The largest text size at which the title fits on three lines. If no size fits, the title is cut
 * at the smallest size.
 */
function fitTitle(text: string): { size: number; lines: string[] } {
  // Leaves out words without any letter in the font, because they would be gaps.
  const words = text
    .trim()
    .split(/\s+/)
    .filter((word) => drawText(word, 76, 800).path !== '')
  const title = words.join(' ')
  for (const size of TITLE_SIZES) {
    const lines = wrap(title, size)
    const isWhole = lines.length <= TITLE_LINES && lines.every((line) => fits(line, size, 800))
    // Large letters are only for titles of one or two lines, because three lines of them would
    // cover the poster.
    const isGood = isWhole && (lines.length < TITLE_LINES || size <= 54)
    if (isGood) return { size, lines: balance(lines, size) }
  }
  const size = TITLE_SIZES.at(-1)!
  const lines = wrap(title, size)
  const kept = lines.slice(0, TITLE_LINES)
  if (lines.length > TITLE_LINES) kept[TITLE_LINES - 1] += ' …'
  return { size, lines: kept.map((line) => cut(line, size, 800)) }
}

/**
 * Finds the narrowest width that needs the same number of lines, so that the last line is not a
 * single word.
 */
function balance(lines: string[], size: number): string[] {
  let balanced = lines
  let [tight, wide] = [0, ROOM]
  while (wide - tight > 16) {
    const room = (tight + wide) / 2
    const narrower = wrap(lines.join(' '), size, room)
    const isWhole = narrower.every((line) => fits(line, size, 800, room))
    if (narrower.length > lines.length || !isWhole) tight = room
    else [balanced, wide] = [narrower, room]
  }
  return balanced
}

function fits(text: string, size: number, weight: TextWeight, room = ROOM): boolean {
  return drawText(text, size, weight).width <= room
}

function wrap(text: string, size: number, room = ROOM): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && fits(longer, size, 800, room)) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Shortens the text to the width of one line. */
function cut(text: string, size: number, weight: TextWeight): string {
  if (fits(text, size, weight)) return text
  const symbols = [...text.replace(/ …$/, '')]
  const shortened = (count: number) => `${symbols.slice(0, count).join('').trimEnd()}…`
  let [fitting, beyond] = [0, symbols.length + 1]
  while (beyond - fitting > 1) {
    const count = Math.floor((fitting + beyond) / 2)
    if (fits(shortened(count), size, weight)) fitting = count
    else beyond = count
  }
  return shortened(fitting)
}
