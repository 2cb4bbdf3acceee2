import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sampleEvents } from '../events/all-events.ts'
import { Canvas } from './canvas.ts'
import { drawPoster, fingerprintPoster } from './draw-poster.ts'
import { composePoster, POSTER_KEYS } from './scenes.ts'

const FOLDER = new URL('../posters/', import.meta.url)
const KEYS = sampleEvents.map((event) => event.key).sort()
const MAX_BYTES = 150_000
const read = (name: string) => readFileSync(new URL(name, FOLDER))

test.each(POSTER_KEYS)('%s is the same each time and holds no text', (key) => {
  const svg = composePoster(key)
  expect(composePoster(key)).toBe(svg)
  expect(svg).not.toMatch(/<text|font|NaN|undefined|Infinity/)
})

test('every scene is another, and chance comes from the seed', () => {
  const drawn = new Set(POSTER_KEYS.map((key) => composePoster(key)))
  expect(drawn.size).toBe(POSTER_KEYS.length)
  expect(new Canvas('two').chance()).not.toBe(new Canvas('one').chance())
})

describe('the committed files', () => {
  test('are one for each sample event, and their record', () => {
    expect(POSTER_KEYS.toSorted()).toEqual(KEYS)
    expect(readdirSync(FOLDER).sort()).toEqual(
      ['drawn.json', ...KEYS.map((key) => `${key}.webp`)].sort(),
    )
  })

  test('are what `npm run posters` draws now', () => {
    const record = JSON.parse(read('drawn.json').toString())
    const now = POSTER_KEYS.toSorted().map((key) => {
      const file = createHash('sha256')
        .update(read(`${key}.webp`))
        .digest('hex')
      return [key, { drawing: fingerprintPoster(key), file }]
    })
    expect(record).toEqual(Object.fromEntries(now))
  })

  test('are WebP of 1280 by 720 and at most 150 kB', async () => {
    for (const key of KEYS) {
      const file = read(`${key}.webp`)
      expect(await sharp(file).metadata(), key).toMatchObject({
        format: 'webp',
        width: 1280,
        height: 720,
      })
      expect(file.length, key).toBeLessThanOrEqual(MAX_BYTES)
    }
  })

  test('look like their drawing, one of them drawn again', async () => {
    const [key] = POSTER_KEYS
    const drawn = await pixels(await drawPoster(key!))
    // The colours may differ slightly with another version of the encoder.
    expect(difference(drawn, await pixels(read(`${key}.webp`)))).toBeLessThan(2)
    expect(difference(drawn, await pixels(read('stima.webp')))).toBeGreaterThan(20)
  })
})

const pixels = (picture: Buffer) => sharp(picture).resize(320).raw().toBuffer()

/** On average for each byte of the pixels. */
function difference(a: Buffer, b: Buffer): number {
  return a.reduce((sum, byte, at) => sum + Math.abs(byte - b[at]!), 0) / a.length
}
