// spec: work-list-rows
import { describe, expect, test } from 'vitest'
import { addBusinessDays } from '../../refunds/business-days.rules.ts'
import { WorkKind } from './work-list.contract.ts'
import {
  beforeDays,
  byItselfWords,
  knownWords,
  reconciliationWords,
  UNLISTED,
  WORK_ACTIONS,
} from './work-list.rules.ts'

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
    detail: 'no_capacity, 2001',
    until: null,
  }
  expect(knownWords({ kind: 'refund_refused', ...row })).toBe(
    "M-PESA refused to refund KES 500. Reason: the tickets were sold out when the money came (M-PESA's code 2001). Due for more than 14 business days.",
  )
  expect(knownWords({ kind: 'refund_manual', ...row, other_cents: 0 })).toBe(
    "KES 500 needs a manual refund. Reason: the tickets were sold out when the money came (M-PESA's code 2001).",
  )
  const until = new Date('2026-11-22T03:05:00Z')
  expect(byItselfWords({ kind: 'refund_late', ...row, until })).toBe(
    'We check it again at Nov 22, 6:05 AM.',
  )
})

// spec: work-list-calm-start
describe('the row of each kind of work', () => {
  const until = new Date('2026-11-22T03:05:00Z')
  const refund = ['other, no_way_left, payment_lost', 'moved, 2001', 'stray', '']
  const facts = { is_cancelled: false, is_frozen: false, payable_from: '2026-11-01T00:00:00Z' }
  const payee = { kind: 'mpesa', number: '254712345678', account_number: '', bank: '', ...facts }
  const payees = [
    { ...payee, email: 'asha@lango.test', date: '2026-12-12', failure: null },
    { ...payee, kind: 'paybill', account_number: '7', email: null, date: null, failure: 'lost' },
    { ...payee, email: null, date: null, failure: null, is_cancelled: true },
    { ...payee, email: null, date: null, failure: null, payable_from: null },
    { ...payee, email: null, date: null, failure: 'lost', is_frozen: true },
  ].map((one) => JSON.stringify(one))
  const asked = (more: object) =>
    JSON.stringify({ by: 'amina@lango.test', reason: 'The hall is closed', orders: 3, ...more })
  const DETAILS: Partial<Record<WorkKind, string[]>> = {
    name_asked: ['mary@example.com KCB Events'],
    database_restored: ['2026-11-27T17:15:00+00:00'],
    refund_refused: refund,
    refund_manual: [...refund, 'other, payer_unknown', 'cancelled, reversal_lost'],
    refund_late: [...refund, `moved, ${UNLISTED}`],
    refund_twice: ['FT26327 and UKW0000001'],
    refund_unconfirmed: ['0', '2001'],
    order_without_tickets: ['connect ECONNREFUSED 127.0.0.1:5432', ''],
    buyer_not_reached: ['UserInBlackList', ''],
    holder_not_reached: ['254722000001 AbsentSubscriber', '254722000001'],
    list_not_available: ['HTTP 500'],
    account_differs: ['utility'],
    payout_asked: payees,
    payout_manual: payees,
    cancel_asked: [asked({})],
    reschedule_asked: [asked({ date: '2027-03-01', time: '15:00', location: 'Kasarani' })],
    payouts_short: ['1', '3'],
    books_differ: ['another amount: UKR0000009', 'books, sold: UKR0000009'],
  }
  const ALWAYS_NEXT: WorkKind[] = [
    'database_restored',
    'suspense',
    'list_not_available',
    'refunds_short',
    'refunds_unlisted',
    'payouts_short',
  ]
  const rowsOf = (kind: WorkKind) =>
    (ALWAYS_NEXT.includes(kind) ? [until] : [until, null]).flatMap((next) =>
      (DETAILS[kind] ?? ['23', '']).map((detail) => ({
        ...{ kind, detail, until: next, since: until },
        ...{ amount_cents: 500_00, other_cents: 400_00 },
      })),
    )
  const kinds = WorkKind.anyOf.map((one) => one.const)

  test.each(kinds)('says in plain sentences what happened and who acts next: %s', (kind) => {
    for (const row of rowsOf(kind)) {
      const [known, next] = [knownWords(row), byItselfWords(row)]
      for (const words of [known, next]) {
        expect(words).toMatch(/^[A-Za-z0-9].*\.$/)
        expect(words).not.toMatch(/_|callback|suspense|Transaction Status|ECONN|\bnull\b| {2}| \./)
      }
      // The text says who takes the next step: the shop, M-Pesa or a person.
      expect(next).toMatch(/^(We |Waiting for M-P|Nothing until someone )/)
      // A row without a button names the person's step.
      if (WORK_ACTIONS[kind].length === 0) expect(next).toMatch(/^Nothing until someone /)
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
