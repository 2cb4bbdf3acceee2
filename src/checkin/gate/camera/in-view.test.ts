import { expect, test } from 'vitest'
import { watchView } from './in-view.ts'

// spec: gate-same-code-once
test('the same code in view counts once, until it was taken away', () => {
  const see = watchView()
  expect(see('A', 0, false)).toBe(true)
  for (let at = 100; at < 10_000; at += 100) expect(see('A', at, at % 300 === 0)).toBe(false)
  expect(see('A', 11_800, false)).toBe(false)
  expect(see('A', 13_900, false)).toBe(true)
})

test('two codes in view count once each', () => {
  const see = watchView()
  const seen = ['A', 'B', 'A', 'B', 'A'].map((text, n) => see(text, n * 100, false))
  expect(seen).toEqual([true, true, false, false, false])
})

test('a code that appears while a result is shown is taken afterwards', () => {
  const see = watchView()
  expect(see('A', 0, false)).toBe(true)
  expect(see('B', 100, true)).toBe(false)
  expect(see('B', 200, false)).toBe(true)
})
