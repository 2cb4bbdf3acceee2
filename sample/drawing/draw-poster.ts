import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { drawText } from '../../src/events/pictures/text-outlines.ts'

const WIDTH = 1280
const HEIGHT = 720
const MARGIN = 80
const LINE_WIDTH = WIDTH - 2 * MARGIN
const LINES_MAX = 3

/**
 * Draws the poster of a sample event: its title over a stage with lights and a crowd, in shades of
 * `colour` ('#c2410c'). WebP, 1280 by 720. The title places the people, so that a title always
 * gives the same poster.
 */
export async function drawPoster(title: string, colour: string): Promise<Buffer> {
  const chance = chancesOf(title)
  const shapes = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${colour}"/>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#night)"/>`,
    ...[240, 500, 780, 1040].map((x) => light(x, chance())),
    ...Array.from({ length: 46 }, (_, at) => person(at * 29 - 20, 560, chance)),
    ...Array.from({ length: 38 }, (_, at) => person(at * 36 - 30, 640, chance)),
    ...lettersOf(title),
  ]
  const night = `<linearGradient id="night" x2="0" y2="1"><stop stop-opacity="0.25"/><stop offset="1" stop-opacity="0.85"/></linearGradient>`
  const beam = `<linearGradient id="beam" x2="0" y2="1"><stop stop-color="#fff" stop-opacity="0.5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs>${night}${beam}</defs>${shapes.join('')}</svg>`
  return await sharp(Buffer.from(svg)).webp({ quality: 80, effort: 6 }).toBuffer()
}

/** Returns a function that gives numbers from 0 up to 1, the same ones for the same title. */
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

/** A head and shoulders; each third person raises an arm. */
function person(x: number, y: number, chance: () => number): string {
  const top = y + chance() * 40
  const arm =
    chance() < 0.33
      ? `<path d="M${x + 14} ${top + 30} l${8 + chance() * 8} -${50 + chance() * 20}" stroke="#000" stroke-width="9" stroke-linecap="round"/>`
      : ''
  return `<g opacity="0.9"><circle cx="${x}" cy="${top}" r="15"/><rect x="${x - 22}" y="${top + 16}" width="44" height="200" rx="20"/>${arm}</g>`
}

/** The title in up to three lines, as large as its longest line allows. */
function lettersOf(title: string): string[] {
  const lines = wrap(title)
  const widest = Math.max(...lines.map((line) => drawText(line, 100, 800).width))
  const size = Math.min(150, (LINE_WIDTH / widest) * 100)
  return lines.map((line, at) => {
    const y = 130 + size * 0.4 + at * size * 1.05
    return `<path transform="translate(${MARGIN} ${y})" d="${drawText(line, size, 800).path}" fill="#fff"/>`
  })
}

/** Splits a title into at most three lines of similar length. */
function wrap(title: string): string[] {
  const words = title.split(' ')
  const target = title.length / Math.min(LINES_MAX, words.length)
  const lines = ['']
  for (const word of words) {
    const last = lines.at(-1)!
    if (last.length > 0 && last.length + word.length > target + 3 && lines.length < LINES_MAX) {
      lines.push(word)
    } else lines[lines.length - 1] = `${last} ${word}`.trim()
  }
  return lines
}
