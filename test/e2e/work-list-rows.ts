// Replies of the work list with a row of each kind that has its own buttons.
import { TASK_KINDS } from '../../src/web/pages/office/task-kinds.ts'

export const ROW = {
  id: 'suspense:1',
  kind: 'suspense',
  group: 'payments',
  urgency: 'waited_for',
  key: '1',
  since: '2026-11-20T21:05:00.000Z',
  order_id: '0e0e0e0e-0000-4000-8000-000000000001',
  order_code: 'AB12CD34',
  event: {
    id: 'e',
    title: `Great Rift Valley Half Marathon and Family Fun Run, 25th Edition ${'x'.repeat(55)}`,
  },
  receipt: 'UKW0000001',
  phone: '254712345678' as string | null,
  amount: 150,
  known: 'M-PESA reported KES 150; the order costs KES 200.',
  by_itself: "We check M-PESA's statement until Nov 22, 9:05 PM, then refund it.",
  actions: ['look_again'],
  paid_from: [] as string[],
  candidates: [] as object[],
}
const row = (kind: keyof typeof TASK_KINDS, key: string, more: object) => ({
  ...ROW,
  urgency: 'open',
  group: TASK_KINDS[kind].group,
  id: `${kind}:${key}`,
  kind,
  key,
  ...more,
})
const candidate = (code: string, more: object) => ({
  order_id: `0e0e0e0e-0000-4000-8000-0000${code}`,
  code,
  event_title: ROW.event.title,
  amount: 120.5,
  state: 'pending',
  phone: '0712***678',
  placed_at: '2026-11-20T20:55:00.000Z',
  code_fits: 'near',
  amount_fits: true,
  ...more,
})
const PAID_FROM = ['utility', 'collection', 'bank']
export const ROWS = [
  ROW,
  row('stray_receipt', 'UKW0000002', {
    event: null,
    order_code: null,
    receipt: 'UKW0000002',
    phone: null,
    known: "KES 120.50 was paid to the account 'a very long account number that somebody typed'.",
    by_itself: 'Nothing until someone attaches or refunds it.',
    actions: ['attach', 'pay_back'],
    candidates: [
      candidate('DERBY2AB', {}),
      candidate('KX7Q2MNP', { code_fits: 'no', amount: 1200, amount_fits: false }),
    ],
  }),
  row('order_without_tickets', '3', { actions: ['issue_tickets'] }),
  row('refund_refused', '4', { actions: ['retry', 'paid_manually'], paid_from: PAID_FROM }),
  row('refund_late', '5', { actions: ['ask_now', 'paid_manually'], paid_from: PAID_FROM }),
  row('refund_manual', '8', { actions: ['paid_manually', 'name_payer'], paid_from: PAID_FROM }),
  row('refund_twice', '11', { actions: ['explain'] }),
  row('receipt_not_listed', '7', { actions: ['look_again', 'explain'] }),
  row('amount_differs', '9', {
    known: 'M-PESA received KES 250 for tickets of KES 200.',
    by_itself: 'Nothing until someone books or refunds the difference. The tickets are valid.',
    actions: ['book_difference', 'pay_back_difference'],
  }),
  row('amount_differs', '10', { actions: ['book_difference', 'take_back'] }),
  row('books_differ', '6', { event: null, order_code: null, receipt: null }),
  row('buyer_not_reached', '12', {
    event: { id: '5a17ca10-0002-4000-8000-000000000002', title: ROW.event.title },
    actions: [],
  }),
  row('change_sent_in', '13', {
    ...{
      order_code: null,
      receipt: null,
      known: 'fc1d054e@lango.test requests changes to this event.',
    },
    ...{ by_itself: 'Nothing until an admin approves or returns it.', actions: [] },
  }),
  row('refunds_short', 'account', { event: null, order_code: null, receipt: null, actions: [] }),
]

const COUNTS = { payouts: 0, drafts: 1, events: 0, refunds: 5, payments: 6, tickets: 2, books: 1 }
/** The reply with all rows. */
export const LISTED = { data: ROWS, next_cursor: null, counts: COUNTS }
export const EMPTY = { data: [], next_cursor: null, counts: {} }

export const LIST = /\/api\/work_list\?/
export const LAST = /\/api\/reconciliations\/last$/
/** The reply about the last comparison of the books. */
export const AGREES = {
  last: {
    at: '2026-11-22T03:00:00.000Z',
    words: 'Books match M-PESA, Sun, Nov 22, 6:00 AM',
    agrees: true,
    differences: [],
  },
}
