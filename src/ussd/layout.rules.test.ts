import { describe, expect, test } from 'vitest'
import { layOut } from './layout.rules.ts'

describe('names on a screen', () => {
  test('names share the room that our own words leave, and short names stay whole', () => {
    const rows = [
      { name: 'x'.repeat(300), after: ' 21 Nov' },
      { name: 'Derby', after: ' 22 Nov' },
      '0 Back',
    ]
    const text = layOut(rows)
    expect(text.length).toBe(160)
    expect(text).toMatch(/^x+\.\. 21 Nov\nDerby 22 Nov\n0 Back$/)
  })

  test('names use characters that any phone can show', () => {
    expect(layOut([{ name: 'Ałex “Live” – 2026 😀' }])).toBe('Alex "Live" - 2026')
  })
})
