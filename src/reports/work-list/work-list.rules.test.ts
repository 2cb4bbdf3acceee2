// spec: work-list-rows
import { describe, expect, test } from 'vitest'
import type { TaskKind } from '../../platform/tasks.rules.ts'
import { amountWords } from '../../platform/values/money.rules.ts'
import { addBusinessDays, beforeDays } from '../../refunds/business-days.rules.ts'
import { LOST } from '../../refunds/refund.rules.ts'
import { TASK_KINDS } from '../../web/pages/office/task-kinds.ts'
import { reconciliationWords } from './work-list.rules.ts'

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

const UNTIL = 'Nov 22, 6:05 AM'
const AT = '2026-11-22T03:05:00+00:00'
const row = { amount: amountWords(500_00), since: UNTIL, until: UNTIL }
const refund = { is_payable: false, is_cash: false, lost: null }
const unpaid = { ...refund, reason: 'no_capacity', failure: '2001', late_days: 14 }

test('a refund that was refused and is late says both in its row', () => {
  expect(TASK_KINDS.refund_refused.known({ ...row, facts: unpaid })).toBe(
    "M-PESA refused to refund KES 500. Reason: the tickets were sold out when the money came (M-PESA's code 2001). Due for more than 14 business days.",
  )
  const manual = { ...unpaid, late_days: 0, is_payer_wanted: false }
  expect(TASK_KINDS.refund_manual.known({ ...row, facts: manual })).toBe(
    "KES 500 needs a manual refund. Reason: the tickets were sold out when the money came (M-PESA's code 2001).",
  )
  const late = { ...unpaid, is_unlisted: false }
  expect(TASK_KINDS.refund_late.next({ ...row, facts: late })).toBe(
    'We check it again at Nov 22, 6:05 AM.',
  )
})

// spec: work-list-calm-start
describe('the row of each kind of work', () => {
  const refunds = [
    { ...unpaid, reason: 'other', failure: 'no_way_left', lost: LOST.b2c },
    { ...unpaid, reason: 'moved', late_days: 7 },
    { ...unpaid, reason: 'stray', failure: null },
    { ...unpaid, reason: 'cancelled', failure: null, lost: LOST.reversal, late_days: 0 },
  ]
  const stop = { is_cancelled: false, is_frozen: false, payable_from: '2026-11-01T00:00:00Z' }
  const account = { kind: 'mpesa', number: '254712345678', account_number: '', bank: '' } as const
  const part = { ...account, ...stop, failure: null }
  const asked = { by: 'a@lango.test', reason: 'The hall is closed', orders: 3, tickets: 5 }
  const group = { count: 23, amount_cents: 500_00 }
  type FactsOf<K> = K extends TaskKind<infer F> ? F : never
  const FACTS: { [K in keyof typeof TASK_KINDS]: FactsOf<(typeof TASK_KINDS)[K]>[] } = {
    draft_sent_in: [{ by: 'An admin' }],
    change_sent_in: [{ by: 'asha@lango.test' }],
    name_asked: [{ email: 'mary@example.com', name: 'KCB Events' }],
    suspense: [{ price_cents: 400_00 }],
    stray_receipt: [{ account: '23' }, { account: '' }],
    list_not_available: [{ reason: 'HTTP 500' }],
    receipt_not_listed: [{}],
    payment_without_receipt: [{}],
    amount_differs: [{ price_cents: 400_00, is_more: true }],
    order_without_tickets: [{}],
    buyer_not_reached: [{ failure: 'UserInBlackList' }, { failure: null }],
    holder_not_reached: [
      { phone: '254722000001', failure: 'AbsentSubscriber' },
      { phone: '254722000001', failure: null },
    ],
    database_restored: [0, 1, 2].map((lost_payments) => ({ lost_from: AT, at: AT, lost_payments })),
    refund_perhaps_paid: [refund],
    refunds_short: [{ ...group, waits_for: 'account' }],
    refunds_unlisted: [{ ...group, waits_for: 'list' }],
    refund_late: [true, false].flatMap((is_unlisted) =>
      refunds.map((one) => ({ ...one, is_unlisted })),
    ),
    refund_refused: refunds,
    refund_manual: [true, false].flatMap((is_payer_wanted) =>
      refunds.map((one) => ({ ...one, is_payer_wanted })),
    ),
    refund_twice: [{ receipts: 'FT26327 and UKW0000001' }],
    returned_by_mpesa: [{}],
    cancel_asked: [{ ...asked, version: 'a' }],
    reschedule_asked: [
      { ...asked, version: 'a', date: '2027-03-01', time: '15:00', location: 'Kasarani' },
    ],
    payout_asked: [
      { ...account, email: 'asha@lango.test', date: '2026-12-12' },
      { ...account, kind: 'paybill', account_number: '7', email: null, date: null },
    ],
    payout_manual: [
      part,
      { ...part, failure: 'lost' },
      { ...part, is_cancelled: true },
      { ...part, payable_from: null },
      { ...part, failure: 'lost', is_frozen: true },
    ],
    payouts_short: [{ count: 1 }, { count: 3 }],
    account_differs: [{ account: 'utility', ours_cents: 500_00, theirs_cents: 400_00 }],
    refund_unconfirmed: [{}],
    books_differ: [
      { what: 'another amount', name: 'UKR0000009', theirs_cents: null },
      { what: 'books, sold', name: 'UKR0000009', theirs_cents: 400_00 },
    ],
    event_reported: [
      { reason: 'fake', words: 'It was last year' },
      { reason: '', words: '' },
    ],
  }
  const ALWAYS_NEXT = [
    'database_restored',
    'suspense',
    'list_not_available',
    'refunds_short',
    'refunds_unlisted',
    'payouts_short',
  ]
  const kinds = Object.entries<TaskKind<object>>(TASK_KINDS)

  test.each(kinds)('says in plain sentences what happened and who acts next: %s', (name, kind) => {
    const ends = ALWAYS_NEXT.includes(name) ? [UNTIL] : [UNTIL, null]
    const all = FACTS[name as keyof typeof FACTS]
    for (const task of ends.flatMap((until) => all.map((facts) => ({ ...row, until, facts })))) {
      const [known, next] = [kind.known(task), kind.next(task)]
      for (const words of [known, next]) {
        expect(words).toMatch(/^[A-Za-z0-9].*\.$/)
        expect(words).not.toMatch(/_|callback|suspense|Transaction Status|ECONN|\bnull\b| {2}| \./)
      }
      // The text says who takes the next step: the shop, M-Pesa or a person.
      expect(next).toMatch(/^(We |Waiting for M-P|Nothing until someone )/)
      // A row without a button has a link, and names the person's step.
      if (kind.actions.length > 0) continue
      expect(next).toMatch(/^Nothing until someone /)
      expect(kind.link).toBeDefined()
    }
  })
})

test('reconciliationWords says in one line what the latest comparison found', () => {
  const at = { ended_at: new Date('2026-11-22T03:00:00Z'), unread: null }
  expect([0, 1, 2].map((n) => reconciliationWords({ ...at, differences: Array(n) }))).toEqual([
    'Books match M-PESA, Nov 22, 6:00 AM',
    '1 difference between books and M-PESA, Nov 22, 6:00 AM',
    '2 differences between books and M-PESA, Nov 22, 6:00 AM',
  ])
  expect(reconciliationWords({ ...at, unread: 'HTTP 500', differences: [] })).toBe(
    "Books match; M-PESA's list could not be read, Nov 22, 6:00 AM",
  )
})
