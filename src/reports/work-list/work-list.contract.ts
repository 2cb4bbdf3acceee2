import { Type } from 'typebox'
import { Candidate } from '../../payments/unmatched/unmatched-receipts.contract.ts'
import { listOf, nullable, PageQuery } from '../../platform/http/platform.contract.ts'
import { PaidFrom } from '../../refunds/refunds.contract.ts'

// The admins' work list, GET /api/work_list: tasks that the shop cannot do without an admin, the
// oldest first.

export const WorkKind = Type.Union([
  Type.Literal('database_restored'),
  Type.Literal('refund_perhaps_paid'),
  Type.Literal('refunds_short'),
  Type.Literal('refunds_unlisted'),
  Type.Literal('refund_late'),
  Type.Literal('refund_refused'),
  Type.Literal('refund_manual'),
  Type.Literal('refund_twice'),
  Type.Literal('refund_unconfirmed'),
  Type.Literal('returned_by_mpesa'),
  Type.Literal('account_differs'),
  Type.Literal('suspense'),
  Type.Literal('stray_receipt'),
  Type.Literal('order_without_tickets'),
  Type.Literal('buyer_not_reached'),
  Type.Literal('holder_not_reached'),
  Type.Literal('list_not_available'),
  Type.Literal('receipt_not_listed'),
  Type.Literal('payment_without_receipt'),
  Type.Literal('amount_differs'),
  Type.Literal('books_differ'),
  Type.Literal('draft_sent_in'),
  Type.Literal('change_sent_in'),
  Type.Literal('name_asked'),
  Type.Literal('cancel_asked'),
  Type.Literal('reschedule_asked'),
  Type.Literal('event_reported'),
  Type.Literal('payout_asked'),
  Type.Literal('payout_manual'),
  Type.Literal('payouts_short'),
])
export type WorkKind = Type.Static<typeof WorkKind>

/**
 * The actions that an admin can choose for a row. Each action is a separate API call and is
 * recorded in the audit log.
 */
export const WorkAction = Type.Union([
  /** POST /api/reconciliations */
  Type.Literal('look_again'),
  /** POST /api/orders/{order_id}/issue_tickets */
  Type.Literal('issue_tickets'),
  /** POST /api/receipts/{receipt}/attach */
  Type.Literal('attach'),
  /** POST /api/receipts/{receipt}/pay_back */
  Type.Literal('pay_back'),
  /** POST /api/receipts/pay_back_lost */
  Type.Literal('pay_back_lost'),
  /** POST /api/refunds/{key}/retry */
  Type.Literal('retry'),
  /** POST /api/refunds/{key}/paid_manually */
  Type.Literal('paid_manually'),
  /** POST /api/refunds/{key}/payer */
  Type.Literal('name_payer'),
  /** POST /api/payments/{key}/void_tickets */
  Type.Literal('void_tickets'),
  /** POST /api/refunds/{key}/ask_now */
  Type.Literal('ask_now'),
  /** POST /api/payments/{key}/explain, or for a refund paid twice /api/refunds/{key}/explain */
  Type.Literal('explain'),
  /** POST /api/payments/{key}/book_difference */
  Type.Literal('book_difference'),
  /** POST /api/payments/{key}/pay_back_difference */
  Type.Literal('pay_back_difference'),
  /** Opens the page that refunds an order by POST /api/refunds. */
  Type.Literal('take_back'),
  /** POST /api/events/{key}/measure/approve, with the row's `version` */
  Type.Literal('approve'),
  /** POST /api/events/{key}/measure/return */
  Type.Literal('return'),
  /** POST /api/complaints/{key}/settle */
  Type.Literal('settle'),
  /** POST /api/payouts/{key}/approve */
  Type.Literal('approve_payout'),
  /** POST /api/payouts/{key}/refuse */
  Type.Literal('refuse_payout'),
  /** POST /api/payout_parts/{key}/paid_manually */
  Type.Literal('payout_paid'),
  /** POST /api/payout_parts/{key}/give_back */
  Type.Literal('give_back_payout'),
])
export type WorkAction = Type.Static<typeof WorkAction>

export const WorkRow = Type.Object({
  /** The row's id: '<kind>:<key>'. */
  id: Type.String(),
  kind: WorkKind,
  /**
   * Names what the row is about: the id of a payment, refund, order, event, payout or part of a
   * payout, or a receipt. Rows about no single thing have a fixed key: 'list' (M-Pesa's list),
   * 'account' (all refunds that wait for money), 'unlisted' (all refunds that wait for M-Pesa's
   * list), 'payouts' or 'database'.
   */
  key: Type.String(),
  since: Type.String(),
  order_id: nullable(Type.String()),
  order_code: nullable(Type.String()),
  event: nullable(Type.Object({ id: Type.String(), title: Type.String() })),
  receipt: nullable(Type.String()),
  /** Shillings, with up to two decimals. */
  amount: nullable(Type.Number()),
  /** The facts that the shop knows about the task, in words. */
  known: Type.String(),
  /** The next step that the shop takes without an admin, and the time of this step. */
  by_itself: Type.String(),
  actions: Type.Array(WorkAction),
  /** For a row that an admin can approve: names the state that this row shows. */
  version: nullable(Type.String()),
  /**
   * For money without an order: the orders that the money may be meant for, the likeliest first.
   */
  candidates: Type.Array(Candidate),
  /**
   * For a refund that an admin can pay manually: the accounts that the money may come from,
   * beginning with the likeliest account for an M-Pesa receipt.
   */
  paid_from: Type.Array(PaidFrom),
})
export type WorkRow = Type.Static<typeof WorkRow>

export const WorkQuery = Type.Object(PageQuery)
export type WorkQuery = Type.Static<typeof WorkQuery>

export const WorkList = listOf(WorkRow)
export type WorkList = Type.Static<typeof WorkList>

/**
 * GET /api/reconciliations/last: whether ledger, payments and M-Pesa's list agreed in the latest
 * comparison.
 */
export const LastReconciliation = Type.Object({
  /** Null before the first comparison has ended. */
  last: nullable(
    Type.Object({
      at: Type.String(),
      /**
       * 'Books match M-PESA, Nov 22, 6:00 AM', or the number of differences, or the reason why
       * the list could not be read.
       */
      words: Type.String(),
      agrees: Type.Boolean(),
      /** A sentence for each difference. */
      differences: Type.Array(Type.String()),
    }),
  ),
})
export type LastReconciliation = Type.Static<typeof LastReconciliation>
