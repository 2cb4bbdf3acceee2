import { Type } from 'typebox'
import { listOf, nullable, PageQuery, ServiceFee } from '../../platform/http/platform.contract.ts'

// The service fee that an organizer pays for each sale. Routes: GET /api/organizer_fees, PUT and
// DELETE /api/accounts/{id}/fee. Whether buyers pay the fee on top is a setting of each event.

export const FeesQuery = Type.Object({
  /** A part of the name or of the email address. */
  q: Type.Optional(Type.String({ maxLength: 200 })),
  ...PageQuery,
})
export type FeesQuery = Type.Static<typeof FeesQuery>

export const FeeRequest = Type.Object({
  /**
   * Percentage of each order line, in hundredths of a percent. If buyers pay the fee on top, the
   * percentage is of the organizer's price.
   */
  basis_points: Type.Integer({ minimum: 0, maximum: 10_000 }),
  /** Fixed fee for each ticket: shillings with up to two decimals. */
  fixed: Type.Number({ minimum: 0, maximum: 100_000 }),
})
export type FeeRequest = Type.Static<typeof FeeRequest>

export const FeeReply = Type.Object({
  /** The account's id. */
  id: Type.String(),
  email: Type.String(),
  full_name: Type.String(),
  ...FeeRequest.properties,
  /** The time when an admin last set the fee. Null if the fee is the fee of the settings. */
  set_at: nullable(Type.String()),
  /** The fee of the settings, for all organizers for whom no admin has set a fee. */
  settings_fee: ServiceFee,
})
export type FeeReply = Type.Static<typeof FeeReply>

export const FeeList = listOf(FeeReply)
export type FeeList = Type.Static<typeof FeeList>
