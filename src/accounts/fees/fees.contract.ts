import { Type } from 'typebox'
import { listOf, nullable, PageQuery, ServiceFee } from '../../platform/http/platform.contract.ts'

// The service fee of each sale: GET /api/organizer_fees, PUT and DELETE /api/accounts/{id}/fee. Each
// event says whether buyers pay the fee on top.

export const FeesQuery = Type.Object({
  /** A part of the name or of the email address. */
  q: Type.Optional(Type.String({ maxLength: 200 })),
  ...PageQuery,
})
export type FeesQuery = Type.Static<typeof FeesQuery>

export const FeeRequest = Type.Object({
  /**
   * Percentage of each order line, in hundredths of a percent. On top: of the organizer's price.
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
  /**
   * The time when an admin last set the fee. Null if none has: then the fee is that of the
   * settings.
   */
  set_at: nullable(Type.String()),
  /** The fee of the settings, which counts for all organizers without an own fee. */
  settings_fee: ServiceFee,
})
export type FeeReply = Type.Static<typeof FeeReply>

export const FeeList = listOf(FeeReply)
export type FeeList = Type.Static<typeof FeeList>
