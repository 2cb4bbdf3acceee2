// spec: payout-debt
import { expect, test } from 'vitest'
import { keptNotes } from './kept-notes.ts'

const PAYOUTS = {
  ...{ owed: 5000, reserve: 0, reserve_percent: 20, reserve_until: null },
  ...{ claims: 0, claims_until: null, kept_for_others: 0, uncovered: 0, available: 0 },
  ...{ is_frozen: false, is_cancelled: false, held_until: null, held_by: null },
  ...{ account: null, payouts: [] },
}
const cancelled = { ...PAYOUTS, is_frozen: true, is_cancelled: true }

const ENDED = 'This event is cancelled: nothing is paid out.'
const MORE = "Refunds and fees took KES 20,000 more than was left of this event's money."

test('a cancelled event keeps its money for its buyers only while refunds are to come', () => {
  expect(keptNotes({ ...cancelled, claims: 5000 }, true)).toEqual([
    'This event is cancelled: its money is kept for its buyers.',
  ])
  expect(keptNotes(cancelled, true)).toEqual([ENDED])
})

test('a cancelled event whose refunds exceeded its money says who owes whom', () => {
  const debt = { ...cancelled, owed: -20000, uncovered: 12800 }
  expect(keptNotes(debt, true)).toEqual([
    ENDED,
    `${MORE} The organizer's events do not cover KES 12,800 of refunds: the organizer owes it to us.`,
  ])
  expect(keptNotes(debt, false)).toEqual([
    ENDED,
    `${MORE} Your events do not cover KES 12,800 of refunds: you owe it to us.`,
  ])
  expect(keptNotes({ ...debt, uncovered: 0 }, false)).toEqual([
    ENDED,
    `${MORE} Your other events cover it.`,
  ])
})

test('an event that waits for a decision, or was paid out too early, says so', () => {
  expect(keptNotes({ ...PAYOUTS, is_frozen: true }, false)).toEqual([
    'This event is waiting for a decision: nothing is paid out until then.',
  ])
  expect(keptNotes({ ...PAYOUTS, owed: -20000 }, true)).toEqual([
    `${MORE} The organizer's other events cover it.`,
  ])
  expect(keptNotes({ ...PAYOUTS, kept_for_others: 800 }, true)).toEqual([
    "KES 800 covers refunds of the organizer's other events",
  ])
})

test('a rescheduled event says how much may be claimed, also if that is more than its balance', () => {
  const moved = { ...PAYOUTS, claims: 4000, claims_until: '2026-12-14' }
  const [note] = keptNotes(moved, true)
  expect(note).toBe(
    'KES 4,000 kept for refunds that buyers can request until December 14, 2026, because the event was rescheduled',
  )
  expect(keptNotes({ ...moved, claims: 39900 }, true)[0]).toMatch(
    /^KES 5,000 kept for refunds of up to KES 39,900 that buyers can request until /,
  )
})
