import { createRequire } from 'node:module'
import sharp from 'sharp'

/** The size of the text, and the width after which lines break, both in pixels. */
export type Lettering = {
  size: number
  weight: 'Medium' | 'ExtraBold'
  room: number
  /** The colour of the letters, white by default. */
  ink?: string
}

/** Text on a transparent ground, cut to the letters, as PNG. */
export type TextPicture = { input: Buffer; width: number; height: number; lines: number }

const { resolve } = createRequire(import.meta.url)
/**
 * The files come from a package (OFL), so that the text looks the same on machines without fonts.
 * They are TrueType, because sharp reads no WOFF.
 */
const FILES = {
  Medium: resolve('@expo-google-fonts/figtree/500Medium/Figtree_500Medium.ttf'),
  ExtraBold: resolve('@expo-google-fonts/figtree/800ExtraBold/Figtree_800ExtraBold.ttf'),
}
/** The height of a line of Figtree, as a multiple of the text size. */
const LINE = 1.2

/**
 * Characters that the font cannot draw, in a text whose accents are separated from their letters. A
 * machine would draw them in another font, or as boxes.
 */
const UNDRAWABLE = /(?!\p{M})[^ -~¡-ÿıŁłĐđĦħŊŋŒœŦŧ–—‘’‚“”„†‡•…‹›€™−]/gu

const lettersOf = (text: string) =>
  text.normalize('NFD').replace(UNDRAWABLE, '').trim().split(/\s+/).join(' ')

/** Whether the font has any letter or digit of the text. False for a text of emoji only. */
export const isDrawable = (text: string): boolean => /[\p{L}\p{N}]/u.test(lettersOf(text))

export async function drawText(text: string, lettering: Lettering): Promise<TextPicture> {
  const { size, weight, room, ink = 'white' } = lettering
  const letters = lettersOf(text)
  const markup = letters.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const { data, info } = await sharp({
    text: {
      // sharp refuses a text without ink, so an empty text becomes an invisible dot.
      text: markup ? `<span foreground="${ink}">${markup}</span>` : '<span alpha="1">.</span>',
      font: `Figtree ${weight} ${size}`,
      fontfile: FILES[weight],
      width: room,
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  const lines = 1 + Math.round((info.height - 0.8 * size) / (LINE * size))
  return { input: data, width: info.width, height: info.height, lines }
}

const fits = ({ width, lines }: TextPicture, linesMax: number, { room }: Lettering) =>
  width <= room && lines <= linesMax

/** Draws the text, shortened until it fits into the width on at most `linesMax` lines. */
export async function cutText(
  text: string,
  linesMax: number,
  lettering: Lettering,
): Promise<TextPicture> {
  const symbols = [...text]
  const shortened = (count: number) => `${symbols.slice(0, count).join('').trimEnd()}…`
  let picture = await drawText(text, lettering)
  if (fits(picture, linesMax, lettering)) return picture
  let [fitting, beyond] = [0, symbols.length]
  while (beyond - fitting > 1) {
    const count = Math.floor((fitting + beyond) / 2)
    const shorter = await drawText(shortened(count), lettering)
    if (fits(shorter, linesMax, lettering)) [fitting, picture] = [count, shorter]
    else beyond = count
  }
  return picture
}

/**
 * Draws the text at the first of the sizes at which it fits on `linesMax` lines, otherwise cut at
 * the last size. No word stands alone in the last line.
 */
export async function fitText(
  text: string,
  sizes: readonly { size: number; linesMax: number }[],
  style: Omit<Lettering, 'size'>,
): Promise<{ picture: TextPicture; size: number }> {
  for (const { size, linesMax } of sizes) {
    const lettering = { ...style, size }
    const whole = await drawText(text, lettering)
    if (fits(whole, linesMax, lettering)) {
      return { picture: await balance(text, whole, lettering), size }
    }
  }
  const { size, linesMax } = sizes.at(-1)!
  return { picture: await cutText(text, linesMax, { ...style, size }), size }
}

/**
 * Finds the narrowest width that needs the same number of lines, so that the last line is not a
 * single word.
 */
async function balance(
  text: string,
  whole: TextPicture,
  lettering: Lettering,
): Promise<TextPicture> {
  let balanced = whole
  let [tight, wide] = whole.lines === 1 ? [0, 0] : [0, lettering.room]
  while (wide - tight > 16) {
    const room = Math.round((tight + wide) / 2)
    const narrower = await drawText(text, { ...lettering, room })
    if (narrower.lines > whole.lines || narrower.width > room) tight = room
    else [balanced, wide] = [narrower, room]
  }
  return balanced
}
