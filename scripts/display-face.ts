import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import subsetFont from 'subset-font'

const { resolve } = createRequire(import.meta.url)
const FONT = '@fontsource/figtree'

/**
 * The characters of the display face, a font for titles, dates and prices in English and Swahili.
 * A browser composes letters such as 'ũ' from a letter and a mark, and takes other characters from
 * the system's font.
 */
export const FACE_CHARACTERS = [
  ...between(0x20, 0x7e),
  ...between(0xa0, 0xff),
  ...'Œœ–—‘’‚“”„•…−€™',
  ...['\u0300', '\u0301', '\u0303', '\u0304', '\u0308'],
].join('')

function between(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i))
}

/** Name records of a font: copyright, licence, address of the licence. */
const RIGHTS = [0, 13, 14]

/** The display face with only FACE_CHARACTERS, as WOFF2 with its copyright. */
export async function cutDisplayFace(): Promise<Buffer> {
  const whole = await readFile(resolve(`${FONT}/files/figtree-latin-800-normal.woff2`))
  return subsetFont(whole, FACE_CHARACTERS, { targetFormat: 'woff2', preserveNameIds: RIGHTS })
}

/** The text of the font's licence, which must be distributed with the font. */
export const readFaceLicence = () => readFile(resolve(`${FONT}/LICENSE`), 'utf8')

/** Writes the display face to a file. Two concurrent builds may write the same file. */
export async function writeDisplayFace(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, await cutDisplayFace())
  await rename(draft, file)
}
