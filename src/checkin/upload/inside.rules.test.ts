import fc from 'fast-check'
import { expect, test } from 'vitest'
import { occupancy, placeInside, type Step } from './inside.rules.ts'

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind']>('in', 'undo', 'out'),
    people: fc.integer({ min: 0, max: 31 }),
  }),
)

// spec: gate-converges
test('property: any upload order of the movements ends in one state', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 31 }), fc.integer(), (movements, admits, turn) => {
      const mixed = [...movements].sort(
        (a, b) => ((a.people * 7 + turn) % 5) - ((b.people * 7 + turn) % 5),
      )
      const place = placeInside(occupancy(movements), admits)
      expect(placeInside(occupancy(mixed), admits)).toEqual(place)
      expect(place.admitted).toBeLessThanOrEqual(admits)
      expect(place.admitted + place.excess).toBe(Math.max(0, occupancy(movements)))
      if (place.excess > 0) expect(place.admitted).toBe(admits)
    }),
  )
})
