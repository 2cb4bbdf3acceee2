// spec: work-list-rows
import { expect, test } from 'vitest'
import { addBusinessDays } from '../../refunds/business-days.rules.ts'
import { beforeDays, byItselfWords, knownWords, reconciliationWords } from './work-list.rules.ts'

const DAY_MS = 86_400_000

test("a refund is late if it was due by yesterday, in Kenya's business days", () => {
  // The period includes Mashujaa Day, Jamhuri Day on a Saturday, Christmas and Easter.
  for (
    let day = Date.parse('2026-10-01T09:00:00Z');
    day < Date.parse('2027-05-10');
    day += DAY_MS
  ) {
    const now = new Date(day)
    const today = now.toISOString().slice(0, 10)
    for (const count of [7, 14]) {
      const before = beforeDays(now, count).getTime()
      expect(new Date(before).toISOString()).toMatch(/T21:00:00\.000Z$/)
      const dayOf = (at: number) => new Date(at + 3 * 3600_000).toISOString().slice(0, 10)
      expect(addBusinessDays(dayOf(before - 1), count) < today, today).toBe(true)
      expect(addBusinessDays(dayOf(before), count) < today, today).toBe(false)
    }
  }
})

test('a refund that was refused and is late says both in its row', () => {
  const since = new Date('2026-11-01T03:00:00Z')
  const row = {
    since,
    amount_cents: 500_00,
    other_cents: 14,
    detail: 'no_capacity 2001',
    until: null,
  }
  expect(knownWords({ kind: 'refund_refused', ...row })).toBe(
    'M-PESA refused to refund KES 500 (no capacity 2001). Due for more than 14 business days.',
  )
  expect(knownWords({ kind: 'refund_manual', ...row, other_cents: 0 })).toBe(
    'KES 500 needs a manual refund (no capacity 2001).',
  )
  const until = new Date('2026-11-22T03:05:00Z')
  expect(byItselfWords({ kind: 'refund_late', ...row, until })).toBe(
    'We try again at 22 Nov, 06:05.',
  )
})

test('reconciliationWords says in one line what the latest comparison found', () => {
  const at = { ended_at: new Date('2026-11-22T03:00:00Z'), unread: null }
  expect([0, 1, 2].map((n) => reconciliationWords({ ...at, differences: Array(n) }))).toEqual([
    'Books match M-PESA, 22 Nov, 06:00',
    '1 difference between books and M-PESA, 22 Nov, 06:00',
    '2 differences between books and M-PESA, 22 Nov, 06:00',
  ])
  expect(reconciliationWords({ ...at, unread: 'HTTP 500', differences: [] })).toBe(
    "Books match; M-PESA's list could not be read, 22 Nov, 06:00",
  )
})
