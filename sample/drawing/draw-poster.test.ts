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

test.each(POSTER_KEYS)('the drawing of %s is the same each time and contains no text', (key) => {
  const svg = composePoster(key)
  expect(composePoster(key)).toBe(svg)
  expect(svg).not.toMatch(/<text|font|NaN|undefined|Infinity/)
})

test('the scenes differ, and their randomness comes from the seed', () => {
  const drawn = new Set(POSTER_KEYS.map((key) => composePoster(key)))
  expect(drawn.size).toBe(POSTER_KEYS.length)
  expect(new Canvas('two').chance()).not.toBe(new Canvas('one').chance())
})

describe('the committed posters', () => {
  test('the committed posters are one for each sample event, and all are recorded', () => {
    expect(POSTER_KEYS.toSorted()).toEqual(KEYS)
    expect(readdirSync(FOLDER).sort()).toEqual(
      ['drawn.json', ...KEYS.map((key) => `${key}.webp`)].sort(),
    )
  })

  test('the committed posters are the ones that `npm run posters` draws now', () => {
    const record = JSON.parse(read('drawn.json').toString())
    const now = POSTER_KEYS.toSorted().map((key) => {
      const file = createHash('sha256')
        .update(read(`${key}.webp`))
        .digest('hex')
      return [key, { drawing: fingerprintPoster(key), file }]
    })
    expect(record).toEqual(Object.fromEntries(now))
  })

  test('the committed posters are WebP pictures of 1280 by 720 and at most 150 kB', async () => {
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

  test('a committed poster looks like its drawing when it is drawn again', async () => {
    const [key] = POSTER_KEYS
    const drawn = await pixels(await drawPoster(key!))
    // A new version of the encoder may change the colours slightly.
    expect(difference(drawn, await pixels(read(`${key}.webp`)))).toBeLessThan(2)
    expect(difference(drawn, await pixels(read('stima.webp')))).toBeGreaterThan(20)
  })
})

const pixels = (picture: Buffer) => sharp(picture).resize(320).raw().toBuffer()

/** The average difference per byte of the pixels. */
function difference(a: Buffer, b: Buffer): number {
  return a.reduce((sum, byte, at) => sum + Math.abs(byte - b[at]!), 0) / a.length
}
