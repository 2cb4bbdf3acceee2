import type { TaskKind } from '../src/platform/tasks/tasks.rules.ts'
import { LOST } from '../src/refunds/refund.rules.ts'
import type { TASK_KINDS } from '../src/web/pages/office/task-kinds.ts'

const AT = '2026-11-22T03:05:00+00:00'
const refund = { is_payable: false, is_cash: false, lost: null, is_payer_hidden: false }
export const unpaid = { ...refund, reason: 'no_capacity', failure: '2001', late_days: 14 }
const refunds = [
  { ...unpaid, reason: 'other', failure: 'no_way_left', lost: LOST.b2c },
  { ...unpaid, reason: 'moved', late_days: 7 },
  { ...unpaid, reason: 'stray', failure: null },
  { ...unpaid, reason: 'cancelled', failure: null, lost: LOST.reversal, late_days: 0 },
]
const stop = {
  is_cancelled: false,
  is_frozen: false,
  was_frozen: false,
  is_claimed: false,
  is_uncovered: false,
  may_be_uncovered: false,
  payable_from: '2026-11-01T00:00:00Z',
  held_until: null,
}
const account = { kind: 'mpesa', number: '254712345678', account_number: '', bank: '' } as const
const part = { ...account, ...stop, failure: null, at: AT }
const asked = {
  day: null,
  frees_passes: false,
  ...{
    by: 'a@lango.test',
    reason: 'The hall is closed',
    amount_cents: 5000_00,
    most_cents: 5000_00,
  },
  ...{
    paid_orders: 3,
    paid_tickets: 5,
    cost_cents: 4750_00,
    owed_cents: 1000_00,
    paid_out_cents: 3750_00,
  },
  besides: {
    ...{ asked_cents: 0, reports: 0, free_cents: 0, others_cents: 0, uncovered_cents: 0 },
    ...{ earned_cents: 0, reserve_share: 0, lacking: [] },
  },
}
const reported = {
  ...{ at: AT, name: 'Asha', email: 'a@lango.test', account_since: AT, tickets: 0, sold_cents: 0 },
  ...{ is_cancelled: false, paid_out_cents: 0, asked_cents: 0, unsent_cents: 0 },
}
const report = { ...reported, reason: '', text: '', of_event: 0, elsewhere: 0, others: [] }
const fake = { id: '7', at: AT, reason: 'fake', text: 'No show', is_open: true, title: null }
const frozen = { ...reported, first_date: '2026-11-21', last_date: '2026-11-21', checked_in: 0 }
const group = { count: 23, amount_cents: 500_00 }
type FactsOf<K> = K extends TaskKind<infer F> ? F : never
/** Facts of each kind of task for admins. */
export const FACTS: { [K in keyof typeof TASK_KINDS]: FactsOf<(typeof TASK_KINDS)[K]>[] } = {
  draft_sent_in: [{ by: 'An admin' }],
  change_sent_in: [{ by: 'asha@lango.test' }],
  questions_asked: [
    {
      by: 'asha@lango.test',
      version: '1',
      questions: [
        {
          ...{ id: null, text_en: 'T-shirt size?', text_sw: 'Saizi ya fulana?' },
          ...{ why_en: 'For your shirt', why_sw: 'Kwa fulana yako', choices: ['S', 'M'] },
          ...({ kind: 'choice', per: 'person' } as const),
        },
      ],
    },
  ],
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
  refund_late: (['switch', 'list', null] as const).flatMap((waits_for) =>
    refunds.map((one) => ({ ...one, waits_for })),
  ),
  refund_refused: refunds,
  refund_manual: [true, false].flatMap((is_payer_wanted) =>
    refunds.map((one) => ({ ...one, is_payer_wanted })),
  ),
  refund_twice: [{ is_payer_hidden: false, receipts: 'FT26327 and UKW0000001' }],
  returned_by_mpesa: [{}],
  cancel_asked: [{ ...asked, version: 'a' }],
  reschedule_asked: [
    {
      ...asked,
      version: 'a',
      schedule: { date: '2027-03-01', time: '15:00', location: 'Kasarani' },
      present: { date: '2027-01-10', time: '15:00', location: 'Nyayo' },
    },
  ],
  payout_asked: [
    { ...account, email: 'asha@lango.test', date: '2026-12-12', late_days: 2 },
    { ...account, kind: 'paybill', account_number: '7', email: null, date: null, late_days: 0 },
  ],
  payout_manual: [
    part,
    { ...part, failure: 'lost' },
    { ...part, is_cancelled: true },
    { ...part, payable_from: null },
    { ...part, failure: 'lost', is_frozen: true },
    { ...part, was_frozen: true },
    { ...part, is_claimed: true },
    { ...part, is_uncovered: true },
    { ...part, may_be_uncovered: true },
    { ...part, held_until: '2026-12-01T03:00:00Z' },
  ],
  payouts_short: [{ count: 1 }, { count: 3 }],
  account_differs: [{ account: 'utility', ours_cents: 500_00, theirs_cents: 400_00 }],
  refund_unconfirmed: [{}],
  books_differ: [
    { what: 'another amount', name: 'UKR0000009', theirs_cents: null },
    { what: 'books, sold', name: 'UKR0000009', theirs_cents: 400_00 },
  ],
  event_reported: [
    { ...report, reason: 'fake', text: 'It was last year' },
    {
      ...report,
      of_event: 1,
      elsewhere: 2,
      others: [{ ...fake, title: 'Derby Day' }],
      asked_cents: 500_00,
      unsent_cents: 5_00,
    },
    { ...report, name: null, email: null, account_since: null },
  ],
  payouts_frozen: [
    { ...frozen, complaints: 1, reports: [fake] },
    { ...frozen, complaints: 4, reports: [{ ...fake, is_open: false }], checked_in: 2 },
    { ...frozen, complaints: 1, reports: [fake], last_date: '2026-11-22' },
  ],
  no_check_in: [
    { ...frozen, complaints: 0, reports: [] },
    { ...frozen, complaints: 1, reports: [fake] },
  ],
}
