import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cutText, drawText, type Lettering } from './text-picture.ts'

const SMALL: Lettering = { size: 32, weight: 'ExtraBold', room: 600 }

test('a text is drawn in the font of the package, white on a transparent ground', async () => {
  const { input, width, height, lines } = await drawText('KES 1,500 – “VIP” & <co>', SMALL)
  expect(lines).toBe(1)
  const { data, info } = await sharp(input).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width, height, channels: 4 })
  const pixels = Array.from({ length: width * height }, (_, at) => [
    ...data.subarray(at * 4, at * 4 + 4),
  ])
  expect(pixels.some(([, , , alpha]) => alpha === 0)).toBe(true)
  expect(pixels.filter(([, , , alpha]) => alpha === 255).every(([red]) => red === 255)).toBe(true)
  const medium = await drawText('KES 1,500 – “VIP” & <co>', { ...SMALL, weight: 'Medium' })
  expect(medium.width).toBeLessThan(width)
})

test('the width wraps words, and their lines are counted', async () => {
  for (const [count, lines] of [
    [1, 1],
    [2, 2],
    [6, 6],
  ] as const) {
    const text = Array.from({ length: count }, () => 'nun').join(' ')
    expect((await drawText(text, { ...SMALL, room: 80 })).lines).toBe(lines)
    expect((await drawText(text.replaceAll('nun', 'Égp'), { ...SMALL, room: 80 })).lines).toBe(
      lines,
    )
  }
})

test.each([
  ['letters of Europe are there', 'ê', 'e', false],
  ['the letters of Gikuyu keep their accents', 'Mũgĩthi', 'Mugithi', false],
  ['written apart or together is the same', 'e\u0302', 'ê', true],
  ['what the font cannot draw is left out', 'Sawa 🎉漢', 'Sawa', true],
  ['a text of such letters alone is empty', '漢', '', true],
])('%s', async (_what, text, other, isSame) => {
  const [drawn, compared] = [await drawText(text, SMALL), await drawText(other, SMALL)]
  expect(drawn.input.equals(compared.input)).toBe(isSame)
})

test('a text that is too long is cut where it fits, with an ellipsis', async () => {
  const cut = await cutText('Menengai Crater Viewpoint and Lake Nakuru National Park', 1, SMALL)
  expect(cut.lines).toBe(1)
  expect(cut.width).toBeGreaterThan(500)
  expect(cut.width).toBeLessThanOrEqual(600)
  expect((await cutText('x'.repeat(200), 2, SMALL)).width).toBeLessThanOrEqual(600)
})
