import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'

export type TextWeight = 500 | 800

type Font = ReturnType<typeof opentype.parse>

const { resolve } = createRequire(import.meta.url)
const fonts = new Map<TextWeight, Font[]>()

/**
 * The fonts come from a package (OFL), so that the text looks the same on machines without fonts.
 */
function fontsOf(weight: TextWeight): Font[] {
  let found = fonts.get(weight)
  if (!found) {
    found = ['latin', 'latin-ext'].map((part) => {
      const bytes = readFileSync(
        resolve(`@fontsource/figtree/files/figtree-${part}-${weight}-normal.woff`),
      )
      const { buffer, byteOffset, byteLength } = bytes
      return opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength))
    })
    fonts.set(weight, found)
  }
  return found
}

/**
 * A line of text as an SVG path, starting at 0 0 on the base line. If the font lacks an accented
 * letter, draws the letter without the accent; if the font lacks this letter too, leaves it out.
 */
export function drawText(
  text: string,
  size: number,
  weight: TextWeight,
): { path: string; width: number } {
  let path = ''
  let width = 0
  for (const { font, letters } of runsOf(text, fontsOf(weight))) {
    path += font.getPath(letters, width, 0, size).commands.map(segment).join('')
    width += font.getAdvanceWidth(letters, size)
  }
  return { path, width }
}

type Command = ReturnType<Font['getPath']>['commands'][number]

/**
 * Writes a path segment. The library's own writer is not used, because it writes NaN for some
 * numbers.
 */
function segment(command: Command): string {
  const { type, x1, y1, x2, y2, x, y } = command as Record<string, unknown> & { type: string }
  const points = [x1, y1, x2, y2, x, y].filter((value) => typeof value === 'number')
  return type + points.map((value) => Math.round(value * 10) / 10).join(' ')
}

/** Splits the text into runs, each of which one font file can draw. */
function runsOf(text: string, choices: Font[]): { font: Font; letters: string }[] {
  const runs: { font: Font; letters: string }[] = []
  for (const symbol of text.normalize('NFC')) {
    for (const { font, letter } of drawable(symbol, choices)) {
      const last = runs.at(-1)
      if (last?.font === font) last.letters += letter
      else runs.push({ font, letters: letter })
    }
  }
  return runs
}

function drawable(symbol: string, choices: Font[]): { font: Font; letter: string }[] {
  const fontFor = (letter: string) => choices.find((font) => font.charToGlyphIndex(letter) > 0)
  const whole = fontFor(symbol)
  if (whole) return [{ font: whole, letter: symbol }]
  return [...symbol.normalize('NFD')].flatMap((letter) => {
    const font = /\p{M}/u.test(letter) ? undefined : fontFor(letter)
    return font ? [{ font, letter }] : []
  })
}
