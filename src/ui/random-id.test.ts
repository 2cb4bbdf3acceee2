import { expect, it } from 'vitest'
import { randomId } from './random-id.ts'

it('randomId makes version 4 UUIDs that are all different', () => {
  const ids = Array.from({ length: 1000 }, randomId)
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
  expect(new Set(ids).size).toBe(ids.length)
})
