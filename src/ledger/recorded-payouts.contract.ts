import { Type } from 'typebox'
import { ReasonText } from '../platform/http/platform.contract.ts'

// A payout to an event's organizer: POST /api/events/{id}/payouts.

export const RecordedPayoutRequest = Type.Object({
  /** Shillings, with up to two decimals. */
  amount: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 }),
  /**
   * The bank's reference. No two payouts have the same reference. If several admins record the same
   * payout, only one payout is stored.
   */
  reference: Type.String({ maxLength: 100 }),
})
export type RecordedPayoutRequest = Type.Static<typeof RecordedPayoutRequest>

/** POST /api/payouts/{id}/take_back. `id` is the id of the payout's line in the statement. */
export const TakeBackRequest = Type.Object({
  words: ReasonText,
})
export type TakeBackRequest = Type.Static<typeof TakeBackRequest>

export const RecordedPayoutReply = Type.Object({
  event_id: Type.String(),
  amount: Type.Number(),
  reference: Type.String(),
  /** When the payout was recorded. */
  at: Type.String(),
})
export type RecordedPayoutReply = Type.Static<typeof RecordedPayoutReply>
