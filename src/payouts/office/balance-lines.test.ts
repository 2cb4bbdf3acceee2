// spec: payout-recorded-available
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toKes } from '../../platform/values/money.rules.ts'
import { partsOfBalance } from '../balance-parts.rules.ts'
import { availableOf, type EventBalance } from '../payout.rules.ts'
import { balanceLines } from './kept-notes.ts'

const NOW = new Date('2026-11-30T12:00:00Z')
const LATER = new Date('2026-12-14T20:59:59Z')

const cents = fc.integer({ min: 0, max: 30_000_00 })
const rarely = fc.constantFrom(false, false, false, true)

/** Any balance of an event: owed less than was earned, claimed, requested, frozen or held. */
const balance = fc
  .record({
    ...{ owed_cents: fc.integer({ min: -20_000_00, max: 40_000_00 }), earned_cents: cents },
    date: fc.constantFrom('2026-11-01', '2026-12-24', null),
    claimed_cents: fc.oneof(fc.constant(0), cents),
    asked_cents: fc.oneof(fc.constant(0), cents),
    requested_cents: fc.oneof(fc.constant(0), cents),
    ...{ is_frozen: rarely, isHeld: rarely },
  })
  .map(
    ({ isHeld, ...drawn }): EventBalance => ({
      ...{ ...drawn, event_id: '', event_title: '', request: null },
      ...{ held_until: isHeld ? LATER : null, claims_fee: false },
      claimed_until: drawn.claimed_cents > 0 ? LATER : null,
    }),
  )

test('each balance less its lines is what is available, for any events of an organizer', () => {
  const seen = { kept: 0, kept_for_others: 0, requested: 0, requested_elsewhere: 0, cents: 0 }
  const property = fc.property(
    fc.array(balance, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(0, 2000),
    (drawn, reserve) => {
      const balances = drawn.map((one, at) => ({ ...one, event_id: `${at}` }))
      const found = availableOf(balances, '0', { reserve, now: NOW })!
      const parts = partsOfBalance(found)
      for (const name of Object.keys(seen) as (keyof typeof seen)[]) {
        expect(parts[name]).toBeGreaterThanOrEqual(0)
        if (parts[name] > 0) seen[name] += 1
      }
      if (found.owedCents < 0) {
        expect(found.availableCents).toBe(0)
        return
      }
      const lines = balanceLines({
        ...{ ...parts, owed: toKes(found.owedCents), available: toKes(found.availableCents) },
        ...{ lacking: found.lacking, payouts: [], undecided: null, uncovered: 0, account: null },
        ...{ reserve: toKes(found.reserve.cents), reserve_percent: 20, reserve_until: null },
        ...{
          claims: toKes(found.claims.cents),
          claims_fee: false,
          claims_until: found.claims.until,
        },
        ...{ is_frozen: false, is_cancelled: false, held_until: null, held_by: null, review: null },
        after_hold: null,
        ...{ decision_days: 2, recordable: null, missed: null },
      })
      // A label is the key of its line on the page.
      expect(new Set(lines.map(({ label }) => label)).size).toBe(lines.length)
      const stays = lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
      expect(found.owedCents - stays).toBe(found.availableCents)
      if (lines.some(({ events }) => events)) expect(found.lacking).not.toEqual([])
    },
  )
  fc.assert(property, { numRuns: 2000, seed: 50 })
  expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([])
})
