// spec: payout-debt
import { expect, test } from 'vitest'
import { firstOf } from '../balance-parts.rules.ts'
import type { EventPayouts } from '../payouts.contract.ts'
import { balanceLines, keptNotes } from './kept-notes.ts'

const PAYOUTS = {
  ...{ owed: 5000, reserve: 0, reserve_percent: 20, reserve_until: null },
  ...{ claims: 0, claims_fee: false, claims_until: null, uncovered: 0, undecided: null },
  ...{ kept: 0, kept_for_others: 0, requested: 0, requested_elsewhere: 0, cents: 0, lacking: [] },
  ...{ is_frozen: false, is_cancelled: false, held_until: null, held_by: null, missed: null },
  ...{ review: null, after_hold: null },
  ...{ decision_days: 2, available: 0, recordable: null, account: null, payouts: [] },
}
const cancelled = { ...PAYOUTS, kept: 5000, is_frozen: true, is_cancelled: true }
const first = (payouts: EventPayouts) => balanceLines(payouts)[0]

const ENDED = 'This event is cancelled: nothing is paid out'
const MORE = "Refunds and fees took KES 20,000 more than was left of this event's money."

test('a cancelled event keeps its money for its buyers only while refunds are to come', () => {
  expect(balanceLines({ ...cancelled, claims: 5000 })).toEqual([
    { label: 'This event is cancelled: its money is kept for its buyers', amount: 5000 },
  ])
  expect(balanceLines(cancelled)).toEqual([{ label: ENDED, amount: 5000 }])
  expect(keptNotes(cancelled, true)).toEqual([])
})

test('a cancelled event whose refunds exceeded its money says who owes whom', () => {
  const debt = { ...cancelled, kept: 0, owed: -20000, uncovered: 12800 }
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
  expect(balanceLines({ ...PAYOUTS, kept: 5000, is_frozen: true })).toEqual([
    {
      label: 'This event is waiting for a decision: nothing is paid out until then',
      amount: 5000,
    },
  ])
  expect(keptNotes({ ...PAYOUTS, owed: -20000 }, true)).toEqual([
    `${MORE} The organizer's other events cover it.`,
  ])
})

// spec: payouts-frozen
test('the statement of a reported event says why nothing is paid out, and then that it is again', () => {
  const frozen = { ...PAYOUTS, kept: 5000, is_frozen: true, review: 'open' } as const
  expect(balanceLines(frozen)).toEqual([
    {
      label:
        'Visitors reported this event, and no ticket was checked in: nothing is paid out until we have reviewed it',
      amount: 5000,
    },
  ])
  expect(keptNotes(frozen, false)).toEqual([])
  expect(keptNotes({ ...PAYOUTS, available: 5000, review: 'done' }, false)).toEqual([
    'We have reviewed the reports about this event: its money can be paid out',
  ])
  expect(first({ ...cancelled, review: 'open' })?.label).not.toContain('Visitors')
})

// spec: payout-recorded-available
test('the lines of a balance name the events whose refunds need it, and what is requested', () => {
  const lacking = [
    { id: null, title: 'Lake Festival' },
    { id: 'b', title: 'Derby Day' },
    { id: 'c', title: 'Sunset' },
  ]
  const asked = {
    id: 'p',
    event_id: 'e',
    account: '',
    asked_at: '',
    words: '',
    references: [],
    requested_by: null,
    ...{ decide_by: null, is_late: false },
  }
  const payouts = [{ ...asked, amount: 2000, stage: 'asked', may_approve: false } as const]
  const parts = { kept: 1000, kept_for_others: 800, requested: 1700, requested_elsewhere: 600 }
  const shown = { ...PAYOUTS, ...parts, cents: 0.5, available: 899.5, reserve: 1000 }
  expect(balanceLines({ ...shown, lacking, payouts })).toEqual([
    { label: 'Kept for refunds (20% of sales after fees, up to the balance)', amount: 1000 },
    { label: 'Kept for refunds of', amount: 800, events: lacking },
    {
      label: 'Kept while payouts of other events are requested, for refunds of',
      ...{ amount: 600, events: lacking },
    },
    { label: 'Already requested (a part of KES 2,000)', amount: 1700 },
    { label: 'Less than a shilling', amount: 0.5 },
  ])
  expect(firstOf(lacking)).toEqual({ first: lacking[1], more: ' and 2 more' })
  expect(firstOf(lacking.slice(0, 1))).toEqual({ first: lacking[0], more: '' })
})

test('money that stays until after the event says from when how much of it stays', () => {
  const held = { ...PAYOUTS, kept: 5000, reserve: 1000, reserve_until: '2027-01-14' }
  const until = { held_until: '2027-01-01T03:00:00.000Z', held_by: '2026-12-31' }
  expect(first({ ...held, ...until })?.label).toMatch(
    /^All of it stays with us until .*, because the event was planned for December 31, 2026$/,
  )
  expect(keptNotes({ ...held, ...until }, false)).toEqual([
    'After that, KES 1,000 is kept for refunds (20% of sales after fees, up to the balance) until January 14, 2027',
  ])
})

test('the notes of money that stays say what debts of other events will take from it', () => {
  const lacking = ['Derby Day', 'Sunset'].map((title) => ({ id: null, title }))
  const held = { ...PAYOUTS, kept: 5000, held_until: '2027-01-01T03:00:00.000Z', lacking }
  const noteOf = (kept_for_others: number, available: number) =>
    keptNotes({ ...held, after_hold: { kept_for_others, available } }, false)
  expect(noteOf(3000, 2000)).toEqual([
    "After that, KES 3,000 is kept for refunds of Derby Day and 1 more. By today's figures, KES 2,000 is then available",
  ])
  expect(noteOf(5000, 0)[0]).toMatch(/ By today's figures, nothing is then available$/)
  expect(noteOf(0, 5000)).toEqual([])
})

// spec: payout-undecided
test('requests that wait are named with who owes whom what after the approval', () => {
  const notesOf = (undecided: EventPayouts['undecided'], isAdmin = false) =>
    keptNotes({ ...PAYOUTS, is_frozen: true, undecided }, isAdmin).at(-1)
  const cancelled = { requests: ['the cancellation of Lake Festival'], is_claimed: false }
  const waits = 'The cancellation of Lake Festival waits for a decision.'
  const part = { ...cancelled, missing: 30000, uncovered: 7200 }
  expect(notesOf(part)).toBe(
    `${waits} If we approve it, your other events pay KES 22,800 and you owe us KES 7,200.`,
  )
  expect(notesOf(part, true)).toBe(
    `${waits} If you approve it, the organizer's other events pay KES 22,800 and the organizer owes us KES 7,200.`,
  )
  const moved = { requests: ['the reschedule of Derby Day'], is_claimed: true }
  expect(notesOf({ ...moved, missing: 10000, uncovered: 10000 })).toBe(
    'The reschedule of Derby Day waits for a decision. If we approve it and all buyers claim, you owe us KES 10,000.',
  )
  // An earlier debt is part of the amount.
  expect(notesOf({ ...moved, missing: 10000, uncovered: 12000 })).toContain(
    'you owe us KES 12,000 in all.',
  )
  const two = [...cancelled.requests, 'the reschedule of a day of Derby Day']
  expect(notesOf({ requests: two, is_claimed: true, missing: 500, uncovered: 0 })).toBe(
    'The cancellation of Lake Festival and the reschedule of a day of Derby Day wait for a decision. If we approve them and all buyers claim, your other events pay KES 500.',
  )
})

test('a moved event or a cancelled day says how much may be claimed, also if that is more than its balance', () => {
  const moved = { ...PAYOUTS, kept: 4000, claims: 4000, claims_until: '2026-12-14' }
  const kept = 'Kept for refunds that buyers may still claim'
  expect(balanceLines(moved)).toEqual([{ label: kept, amount: 4000 }])
  expect(keptNotes(moved, true)).toEqual([
    'Buyers may still claim at most KES 4,000 until December 14, 2026.',
  ])
  const more = { ...moved, kept: 5000, claims: 39900 }
  expect(first(more)?.label).toBe(kept)
  expect(keptNotes(more, false)).toEqual([
    'Buyers may still claim at most KES 39,900 until December 14, 2026.',
  ])
  expect(keptNotes({ ...moved, claims_fee: true }, false)).toEqual([
    'Buyers may still claim at most KES 4,000 (without our fee) until December 14, 2026.',
  ])
})

// spec: payout-debt
test('a balance below zero or a smaller reserve does not hide the claims of buyers', () => {
  const note = 'Buyers may still claim at most KES 12,600 until December 14, 2026.'
  const moved = { ...PAYOUTS, claims: 12600, claims_until: '2026-12-14' }
  expect(keptNotes({ ...moved, owed: -20000, uncovered: 12800 }, false)).toEqual([
    `${MORE} Your events do not cover KES 12,800 of refunds: you owe it to us.`,
    note,
  ])
  const reserved = { ...moved, owed: 20000, kept: 13000, reserve: 13000 }
  expect(keptNotes(reserved, true)).toEqual([note])
  expect(keptNotes({ ...reserved, held_until: '2027-01-01T03:00:00.000Z' }, true)).toContain(note)
  expect(keptNotes({ ...moved, owed: 20000, kept: 20000, is_frozen: true }, true)).toContain(note)
})
