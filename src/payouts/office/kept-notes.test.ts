// spec: payout-debt
import { expect, test } from 'vitest'
import { keptNotes } from './kept-notes.ts'

const PAYOUTS = {
  ...{ owed: 5000, reserve: 0, reserve_percent: 20, reserve_until: null },
  ...{ claims: 0, claims_until: null, kept_for_others: 0, uncovered: 0, undecided: null },
  ...{ is_frozen: false, is_cancelled: false, held_until: null, held_by: null, missed: null },
  ...{ available: 0, account: null, payouts: [] },
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

// spec: payout-undecided
test('requests that wait are named with the money that their refunds lack', () => {
  const undecided = {
    requests: ['the cancellation of Lake Festival'],
    ...{ missing: 30000, uncovered: 7200 },
  }
  expect(keptNotes({ ...PAYOUTS, kept_for_others: 5000, undecided }, true)).toEqual([
    "KES 5,000 covers refunds of the organizer's other events",
    'The cancellation of Lake Festival waits for a decision. Its refunds lack KES 30,000, and no event covers KES 7,200',
  ])
  const two = [...undecided.requests, 'the reschedule of a day of Derby Day']
  const both = { requests: two, missing: 500, uncovered: 0 }
  expect(keptNotes({ ...PAYOUTS, is_frozen: true, undecided: both }, false).at(-1)).toBe(
    'The cancellation of Lake Festival and the reschedule of a day of Derby Day wait for a decision. Their refunds lack KES 500',
  )
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
