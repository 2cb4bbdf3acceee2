import { expect, test } from 'vitest'
import { drawText } from './text-outlines.ts'

test('a line of text is a valid SVG path', () => {
  for (const text of [
    'Lango',
    'Saturday, December 12, 2026 · 3:00 PM',
    'KES 1,500 – “VIP” & co.',
  ]) {
    for (const weight of [500, 800] as const) {
      const { path, width } = drawText(text, 32, weight)
      expect(path).toMatch(/^(?:[MLCQZ](?:-?\d+(?:\.\d)?(?: (?=-?\d)|))*)+$/)
      expect(path.match(/M/g)!.length).toBeGreaterThanOrEqual(text.replace(/\s/g, '').length)
      expect(width).toBeGreaterThan(text.length * 10)
    }
  }
})

test('size and weight change the width in proportion', () => {
  const small = drawText('Derby', 20, 500).width
  expect(drawText('Derby', 40, 500).width).toBeCloseTo(small * 2)
  expect(drawText('Derby', 20, 800).width).toBeGreaterThan(small)
})

test.each([
  ['letters of Europe are there', 'ê', null],
  ['also those of the second file', 'ő', null],
  ['what the font lacks loses its accents', 'Mũgĩthi', 'Mugithi'],
  ['written apart or together is the same', 'e\u0302', 'ê'],
  ['what nobody can draw is left out', 'Sawa 🎉漢', 'Sawa '],
])('%s', (_what, text, same) => {
  const drawn = drawText(text, 32, 800)
  expect(drawn.path).not.toBe('')
  if (same !== null) expect(drawn).toEqual(drawText(same, 32, 800))
})

test('an empty text has an empty outline', () => {
  expect(drawText('', 32, 500)).toEqual({ path: '', width: 0 })
})
