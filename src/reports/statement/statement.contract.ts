import { Type } from 'typebox'
import { ComplimentarySum } from '../../complimentary/complimentary.contract.ts'
import { nullable, PageQuery } from '../../platform/http/platform.contract.ts'

// The amount owed to an event's organizer, with its lines: GET /api/events/{id}/statement. GET
// /api/statement returns the sums for all events. Amounts are shillings with up to two decimals.

const sums = {
  /** The amount that buyers paid. */
  taken: Type.Number(),
  /** The part of `taken` that was refunded or is due back. */
  given_back: Type.Number(),
  /** Our fees for sales that were not refunded. */
  fees: Type.Number(),
  paid_out: Type.Number(),
  /**
   * taken − given_back − fees − paid_out. Negative if more was paid out than the organizer is owed.
   */
  owed: Type.Number(),
}

export const StatementSums = Type.Object(sums)
export type StatementSums = Type.Static<typeof StatementSums>

export const StatementKind = Type.Union([
  Type.Literal('sale'),
  Type.Literal('given_back'),
  /** M-Pesa took the payment back at the payer's request to Safaricom. */
  Type.Literal('returned'),
  Type.Literal('payout'),
  Type.Literal('payout_taken_back'),
])
export type StatementKind = Type.Static<typeof StatementKind>

/** A movement of money. The amounts of all lines less their fees add up to the amount owed. */
export const StatementLine = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  kind: StatementKind,
  /**
   * The order's code; '' for a payout. The cash of a door sale is booked as a payout and has the
   * order's code.
   */
  order_code: Type.String(),
  /**
   * M-Pesa's receipt, '' until it is known; the reference of a payout; or 'Cash' for a sale at the
   * door.
   */
  reference: Type.String(),
  /** Negative if the money goes to buyers or to the organizer. */
  amount: Type.Number(),
  /** Negative if the fee is refunded together with the tickets. */
  fee: Type.Number(),
  /**
   * True if another line reverses this payout, because it was recorded by mistake or never paid.
   */
  taken_back: Type.Boolean(),
  /** True only for a payout that an admin recorded. An admin may reverse such a payout. */
  is_recorded: Type.Boolean(),
})
export type StatementLine = Type.Static<typeof StatementLine>

export const StatementQuery = Type.Object(PageQuery)
export type StatementQuery = Type.Static<typeof StatementQuery>

/** The sums are over all lines. The lines themselves come in pages, newest first. */
export const EventStatement = Type.Object({
  ...sums,
  /** The event's complimentary tickets, which are part of no sum. */
  complimentary: ComplimentarySum,
  lines: Type.Array(StatementLine),
  next_cursor: nullable(Type.String()),
})
export type EventStatement = Type.Static<typeof EventStatement>

export const AllStatementQuery = Type.Object({
  /** For admins: read only the events of this account. */
  organizer_id: Type.Optional(Type.String({ maxLength: 100 })),
})

export const EventSums = Type.Object({
  event_id: Type.String(),
  event_title: Type.String(),
  ...sums,
})
export type EventSums = Type.Static<typeof EventSums>

/** The events that have entries in the ledger, with their sums. */
export const AllStatement = Type.Object({
  ...sums,
  /** The organizer of these events. Null when an admin requested the events of every organizer. */
  organizer: nullable(Type.Object({ id: Type.String(), full_name: Type.String() })),
  /** The amount that the organizer owes us for refunds, or all organizers together. */
  uncovered: Type.Number(),
  events: Type.Array(EventSums),
})
export type AllStatement = Type.Static<typeof AllStatement>
