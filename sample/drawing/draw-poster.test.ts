import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPoster } from './draw-poster.ts'
import { composePoster, POSTER_NAMES } from './scenes.ts'

test.each(POSTER_NAMES)('%s is the same for the same seed and holds no text', (name) => {
  const svg = composePoster(name, 'one')
  expect(composePoster(name, 'one')).toBe(svg)
  expect(svg).not.toMatch(/<text|font|NaN|undefined|Infinity/)
})

test('every scene is another, and chance comes from the seed', () => {
  const drawn = new Set(POSTER_NAMES.map((name) => composePoster(name, 'one')))
  expect(drawn.size).toBe(POSTER_NAMES.length)
  expect(composePoster('stage-kicc', 'two')).not.toBe(composePoster('stage-kicc', 'one'))
})

test('a poster comes in three widths and two formats, 16:9 and light enough to send', async () => {
  const poster = drawPoster('football-night', 'one')
  expect(poster.fingerprint).toMatch(/^[0-9a-f]{8}$/)
  const files = await poster.toFiles()
  expect(files.map((file) => `${file.width} ${file.format}`)).toEqual([
    '400 webp',
    '400 jpg',
    '800 webp',
    '800 jpg',
    '1280 webp',
    '1280 jpg',
  ])
  const maxBytes = { 400: 22_000, 800: 60_000, 1280: 150_000 }
  for (const { width, format, bytes } of files) {
    const found = await sharp(bytes).metadata()
    expect(found).toMatchObject({ width, height: (width * 9) / 16 })
    expect(found.format).toBe(format === 'jpg' ? 'jpeg' : 'webp')
    expect(bytes.length, `${width} ${format}`).toBeLessThan(maxBytes[width])
  }
})
