import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { drawText, type TextPicture } from '../../src/events/pictures/text-picture.ts'

const WIDTH = 1280
const HEIGHT = 720
const MARGIN = 80
const LINE_WIDTH = WIDTH - 2 * MARGIN
const LINES_MAX = 3
const SIZE_MAX = 150
const SIZE_MIN = 40

/**
 * Draws the poster of a sample event: its title over a stage with lights and a crowd, in shades of
 * `colour` ('#c2410c'). WebP, 1280 by 720. The positions of the people depend only on the title, so
 * that a title always gives the same poster.
 */
export async function drawPoster(title: string, colour: string): Promise<Buffer> {
  const chance = chancesOf(title)
  const shapes = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${colour}"/>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#night)"/>`,
    ...[240, 500, 780, 1040].map((x) => light(x, chance())),
    ...Array.from({ length: 46 }, (_, at) => person(at * 29 - 20, 560, chance)),
    ...Array.from({ length: 38 }, (_, at) => person(at * 36 - 30, 640, chance)),
  ]
  const night = `<linearGradient id="night" x2="0" y2="1"><stop stop-opacity="0.25"/><stop offset="1" stop-opacity="0.85"/></linearGradient>`
  const beam = `<linearGradient id="beam" x2="0" y2="1"><stop stop-color="#fff" stop-opacity="0.5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs>${night}${beam}</defs>${shapes.join('')}</svg>`
  const { input } = await drawTitle(title)
  return await sharp(Buffer.from(svg))
    .composite([{ input, left: MARGIN, top: MARGIN }])
    .webp({ quality: 80, effort: 6 })
    .toBuffer()
}

/** Returns a generator of numbers from 0 up to 1. Its sequence depends only on the title. */
function chancesOf(title: string): () => number {
  let at = 0
  return () => {
    const digest = createHash('sha256').update(`${title} ${at++}`).digest()
    return digest.readUInt32LE(0) / 2 ** 32
  }
}

function light(x: number, chance: number): string {
  const aim = x + (chance - 0.5) * 500
  return `<polygon points="${x},-10 ${x + 30},-10 ${aim + 150},${HEIGHT} ${aim - 150},${HEIGHT}" fill="url(#beam)"/>`
}

/** A person's head and shoulders. About one person in three raises an arm. */
function person(x: number, y: number, chance: () => number): string {
  const top = y + chance() * 40
  const arm =
    chance() < 0.33
      ? `<path d="M${x + 14} ${top + 30} l${8 + chance() * 8} -${50 + chance() * 20}" stroke="#000" stroke-width="9" stroke-linecap="round"/>`
      : ''
  return `<g opacity="0.9"><circle cx="${x}" cy="${top}" r="15"/><rect x="${x - 22}" y="${top + 16}" width="44" height="200" rx="20"/>${arm}</g>`
}

/** The title on up to three lines, as large as its words allow. */
async function drawTitle(title: string): Promise<TextPicture> {
  for (let size = SIZE_MAX; ; size -= 10) {
    const picture = await drawText(title, { size, weight: 'ExtraBold', room: LINE_WIDTH })
    const isWhole = picture.width <= LINE_WIDTH && picture.lines <= LINES_MAX
    if (isWhole || size === SIZE_MIN) return picture
  }
}
