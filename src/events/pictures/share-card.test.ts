import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawShareCard, type ShareCard } from './share-card.ts'

const CARD: ShareCard = {
  title: 'Nairobi Derby',
  when: 'Saturday, December 12, 2026 · 3:00 PM',
  place: 'Nyayo National Stadium, Nairobi',
  price: 'From KES 5',
  imageKey: null,
}
const LONG = 'Great Rift Valley Half Marathon and Family Fun Run from Lake Nakuru '.repeat(5)

let noise: Buffer
beforeAll(async () => {
  // Squares of two pixels with full contrast, which make the largest JPEG.
  const raw = { width: 640, height: 360, channels: 3 as const }
  const bits = Buffer.from(randomBytes(640 * 360 * 3).map((byte) => (byte > 127 ? 255 : 0)))
  noise = await sharp(bits, { raw })
    .resize(1280, 720, { kernel: 'nearest' })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
})

const pixels = async (card: ShareCard) =>
  await sharp(await drawShareCard(card, null))
    .raw()
    .toBuffer()

/** The rows in which two cards differ. */
async function changedRows(a: ShareCard, b: ShareCard): Promise<number[]> {
  const [first, second] = [await pixels(a), await pixels(b)]
  const row = 1200 * 3
  return Array.from({ length: 630 }, (_, y) => y).filter((y) => {
    for (let i = y * row; i < (y + 1) * row; i++) {
      if (Math.abs(first[i]! - second[i]!) > 64) return true
    }
    return false
  })
}

test.each([
  ['without a poster', CARD, () => null],
  ['on noise, which no JPEG makes small', CARD, () => noise],
  ['with the longest words', { ...CARD, title: LONG, place: LONG, price: LONG }, () => noise],
  ['with one word that fits nowhere', { ...CARD, title: 'x'.repeat(300) }, () => null],
  ['with nothing that can be drawn', { ...CARD, title: '漢字', place: '🎉' }, () => null],
])('is a JPEG of 1200 by 630 and at most 300 kB %s', async (_what, card, poster) => {
  const bytes = await drawShareCard(card, poster())
  expect(bytes.length).toBeLessThanOrEqual(300_000)
  const { format, width, height } = await sharp(bytes).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 })
})

describe('the texts of a share card', () => {
  test.each<[string, Partial<ShareCard>]>([
    ['the title', { title: 'Lake Derby' }],
    ['the day', { when: 'Sunday, December 13, 2026 · 3:00 PM' }],
    ['the place', { place: 'Kasarani, Nairobi' }],
    ['the price', { price: 'From KES 200' }],
  ])('%s, on lines of its own', async (_what, change) => {
    const rows = await changedRows(CARD, { ...CARD, ...change })
    expect(rows.length).toBeGreaterThan(8)
    expect(rows.at(-1)! - rows[0]!).toBeLessThan(90)
  })

  // spec: sharing-card-name
  test('no word of the title stands alone in the last line', async () => {
    const title = 'Night of Lanterns in the Old Town'
    // Without balancing, the third line would be only 'Town', because the second line is longer
    // than half the card.
    const image = await pixels({ ...CARD, title })
    const [top, bottom] = [350, 400]
    let right = 0
    for (let y = top; y < bottom; y++) {
      for (let x = 0; x < 1200; x++)
        if (image[(y * 1200 + x) * 3]! > 250) right = Math.max(right, x)
    }
    expect(right).toBeGreaterThan(400)
  })

  // spec: sharing-card-name
  test('letters without a glyph leave no gap', async () => {
    const gap = { ...CARD, title: 'Tamasha 漢字 🎉 ya Lamu' }
    const plain = await pixels({ ...CARD, title: 'Tamasha ya Lamu' })
    expect((await pixels(gap)).equals(plain)).toBe(true)
  })

  // spec: sharing-card-name
  test('the name is readable on a white poster', async () => {
    const white = await sharp({
      create: { width: 1280, height: 720, channels: 3, background: '#ffffff' },
    })
      .jpeg()
      .toBuffer()
    const image = await sharp(await drawShareCard(CARD, white))
      .raw()
      .toBuffer()
    // The background just above the letters is dark enough for white text with a contrast of 4.5.
    for (const x of [64, 120, 180]) expect(image[(48 * 1200 + x) * 3]).toBeLessThan(118)
  })

  test('no text crosses the margins, however long', async () => {
    const image = await pixels({ ...CARD, title: LONG, place: LONG, when: LONG })
    const background = image.subarray(0, 3)
    for (let y = 0; y < 630; y += 3) {
      for (const x of [20, 40, 1160, 1180]) {
        const at = (y * 1200 + x) * 3
        const off = Math.abs(image[at]! - background[0]!)
        expect(off, `${x} ${y}`).toBeLessThan(32)
      }
    }
  })
})
