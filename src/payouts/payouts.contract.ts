import { Type } from 'typebox'
import { nullable, oneOf, ReasonText } from '../platform/http/platform.contract.ts'
import { PayoutAccountReply } from './payout-accounts.contract.ts'

// Payouts that organizers request and admins approve: GET /api/events/{id}/payouts, POST
// /api/payouts, POST /api/payouts/{id}/approve and /refuse. Amounts are shillings.

export const PayoutRequested = Type.Object({
  event_id: Type.String({ maxLength: 100 }),
  /** Whole shillings: M-Pesa has no cents. */
  amount: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 }),
})
export type PayoutRequested = Type.Static<typeof PayoutRequested>

/** The reason of a refusal, or of a withdrawal by the requester. */
export const PayoutRefused = Type.Object({ words: ReasonText })

const stage = Type.Union([
  Type.Literal('asked'),
  Type.Literal('refused'),
  /** Approved; M-Pesa is paying it. */
  Type.Literal('on_its_way'),
  /** Approved; a person pays it. */
  Type.Literal('by_hand'),
  Type.Literal('done'),
  /** Approved, and certainly not paid: the money is in the balance again. */
  Type.Literal('given_back'),
])

export const SentPayout = Type.Object({
  id: Type.String(),
  /**
   * True if the payout is waiting for approval and the caller may approve it: a different person
   * requested it, and the event has taken place or the caller is an admin.
   */
  may_approve: Type.Boolean(),
  event_id: Type.String(),
  amount: Type.Number(),
  stage,
  /** The account that is paid: 'Till 123456'. */
  account: Type.String(),
  asked_at: Type.String(),
  /**
   * The last day, YYYY-MM-DD, of our time to decide. Null unless the payout waits for approval, and
   * after this day.
   */
  decide_by: nullable(Type.String()),
  /** Whether this day has passed. Always false for admins, who decide. */
  is_late: Type.Boolean(),
  /** The name of the account that requested the payout; null if the caller requested it. */
  requested_by: nullable(Type.String()),
  /** The next step, or the reason of a refusal. */
  words: Type.String(),
  /** M-Pesa's receipts, or the bank's references. */
  references: Type.Array(Type.String()),
})
export type SentPayout = Type.Static<typeof SentPayout>

export const EventPayouts = Type.Object({
  /** The balance due, as on the statement. */
  owed: Type.Number(),
  /** The share of sales that is kept for refunds, as far as the balance goes. */
  reserve: Type.Number(),
  /** The share of sales that is kept, in percent. */
  reserve_percent: Type.Number(),
  /** The last day on which the reserve is kept; null if nothing is kept. */
  reserve_until: nullable(Type.String()),
  /**
   * The amount that refund links of a reschedule can still take from the balance. The larger of
   * reserve and claims is kept.
   */
  claims: Type.Number(),
  /** Whether buyers get our fee, too, which we give back: it is no part of `claims`. */
  claims_fee: Type.Boolean(),
  /** The last day on which these links accept a request; null if there are no claims. */
  claims_until: nullable(Type.String()),
  // Unless the balance is below zero, it is the sum of the next five amounts and `available`.
  /** The part that is kept for this event's refunds. All of the balance while nothing may leave. */
  kept: Type.Number(),
  /** The part that is kept because the organizer owes us for refunds of other events. */
  kept_for_others: Type.Number(),
  /** The part that this event's payout that waits for approval takes. */
  requested: Type.Number(),
  /**
   * The part that is kept for refunds of other events, because other payouts that wait for approval
   * take what covers them.
   */
  requested_elsewhere: Type.Number(),
  /** Less than a shilling: M-Pesa pays whole shillings. */
  cents: Type.Number(),
  /** The other events whose refunds may need this money. `id` is null if the caller may not see it. */
  lacking: Type.Array(Type.Object({ id: nullable(Type.String()), title: Type.String() })),
  /**
   * The amount that all events of the organizer together lack for their refunds, without the refunds
   * that buyers may still claim.
   */
  uncovered: Type.Number(),
  /**
   * The requests to cancel or reschedule events of the organizer that wait for an admin.
   * `is_claimed`: buyers must claim a part of the refunds. `missing`: the amount that the events lack
   * for the refunds. `uncovered`: the amount that the organizer then owes us, with earlier debts.
   * Null if nothing is missing.
   */
  undecided: nullable(
    Type.Object({
      requests: Type.Array(Type.String()),
      is_claimed: Type.Boolean(),
      missing: Type.Number(),
      uncovered: Type.Number(),
    }),
  ),
  /** The business days within which an admin decides about a request. */
  decision_days: Type.Integer(),
  /** The amount that can be requested now. Open requests are subtracted. */
  available: Type.Number(),
  /**
   * True if nothing is paid out: the event is cancelled, its sales are stopped, or an admin must look
   * at complaints.
   */
  is_frozen: Type.Boolean(),
  is_cancelled: Type.Boolean(),
  /**
   * 'open' while the payouts are stopped because visitors reported the event and no ticket was checked
   * in; 'done' once an admin has released them. Otherwise null.
   */
  review: nullable(oneOf(['open', 'done'])),
  /** The instant until which the event's money stays with us; null if it may leave. */
  held_until: nullable(Type.String()),
  /**
   * While the event's money stays: the parts of the balance, by the figures of this moment, once it
   * may leave. Otherwise null.
   */
  after_hold: nullable(Type.Object({ kept_for_others: Type.Number(), available: Type.Number() })),
  /** The earlier date of the event, for which its money stays; null if it is the present date. */
  held_by: nullable(Type.String()),
  /** For admins: the most that can be recorded as paid by hand. Otherwise null. */
  recordable: nullable(Type.Number()),
  /** For admins: the warning that the date passed and no ticket was checked in. Otherwise null. */
  missed: nullable(Type.String()),
  account: nullable(PayoutAccountReply),
  payouts: Type.Array(SentPayout),
})
export type EventPayouts = Type.Static<typeof EventPayouts>

export const PaidByHand = Type.Object({
  reference: Type.String({ maxLength: 100 }),
  /** The account that paid: M-Pesa's portal pays from `utility` or `collection`. */
  from: Type.Union([Type.Literal('utility'), Type.Literal('collection'), Type.Literal('bank')]),
})
export type PaidByHand = Type.Static<typeof PaidByHand>

export const GivenBack = Type.Object({ words: ReasonText })

export const PlanRequest = Type.Object({
  /** The share of sales that is kept until the refund window has ended, in 1/100 percent. */
  reserve_basis_points: Type.Integer({ minimum: 0, maximum: 10_000 }),
})

export const PlanReply = Type.Object({
  account_id: Type.String(),
  reserve_basis_points: Type.Integer(),
})
export type PlanReply = Type.Static<typeof PlanReply>
