import { expect, test } from 'vitest'
import { placesOf } from './places.rules.ts'

const hall = { id: 'h', name: 'Main hall', quantity: 120 }
const single = { quantity: 100 }
const table = { quantity: 10, sold_in: 10 }

test('the places of types are people, without add-ons, and at most those of their pools', () => {
  const parking = { quantity: 50, kind: 'add_on' }
  const cases = [
    [[], [], 0],
    [[single, table, parking], [], 200],
    [[{ ...single, pool_id: 'h' }, { ...table, pool_id: 'h' }, single], [hall], 220],
    // A pool that waits for approval has no id yet, and the type refers to the pool by its name.
    [[{ ...single, pool: ' main  HALL' }, table], [{ ...hall, id: undefined, quantity: 60 }], 160],
    [[{ ...single, pool_id: 'h' }], [hall, { ...hall, id: 'x', name: 'Lawn' }], 100],
    [[{ ...single, pool_id: null }], [{ ...hall, id: null }], 100],
  ] as const
  for (const [types, pools, places] of cases) expect(placesOf([...types], [...pools])).toBe(places)
})
