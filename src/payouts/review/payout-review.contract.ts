import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'

const PayoutFact = Type.Object({
  label: Type.String(),
  text: Type.String(),
  /** True if the decider should hesitate: the event is ahead, or this is the first payout. */
  is_warning: Type.Boolean(),
})
export type PayoutFact = Type.Static<typeof PayoutFact>

/** The facts on which an approval of a payout is decided: GET /api/payouts/{id}/review. */
export const PayoutReview = Type.Object({
  id: Type.String(),
  amount: Type.Number(),
  event_title: Type.String(),
  facts: Type.Array(PayoutFact),
  /** Why an approval would be refused now; null if it would succeed. */
  refusal: nullable(Type.String()),
})
export type PayoutReview = Type.Static<typeof PayoutReview>
