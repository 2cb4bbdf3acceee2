import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'
import { TaskFact } from '../../platform/tasks/tasks.contract.ts'

/** The facts on which an approval of a payout is decided: GET /api/payouts/{id}/review. */
export const PayoutReview = Type.Object({
  id: Type.String(),
  amount: Type.Number(),
  event_title: Type.String(),
  facts: Type.Array(TaskFact),
  /** Why an approval would be refused now; null if it would succeed. */
  refusal: nullable(Type.String()),
  /**
   * The amount that can be requested once this payout is refused, if it asks for more than that;
   * otherwise null.
   */
  instead: nullable(Type.Number()),
})
export type PayoutReview = Type.Static<typeof PayoutReview>
