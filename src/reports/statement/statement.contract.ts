import { Type } from 'typebox'
import { nullable, PageQuery } from '../../platform/http/platform.contract.ts'

// What is owed to an event's organizer, and why: GET /api/events/{id}/statement, and of all their
// events GET /api/statement. Shillings, with up to two decimals.

const sums = {
  /** What buyers paid for what was sold. */
  taken: Type.Number(),
  /** What of it went back, or is due back. */
  given_back: Type.Number(),
  /** Our fees of what was sold and did not go back. */
  fees: Type.Number(),
  paid_out: Type.Number(),
  /** taken − given_back − fees − paid_out; below zero where more was paid out than is left. */
  owed: Type.Number(),
}

export const StatementSums = Type.Object(sums)
export type StatementSums = Type.Static<typeof StatementSums>

export const StatementKind = Type.Union([
  Type.Literal('sale'),
  Type.Literal('given_back'),
  Type.Literal('payout'),
  Type.Literal('payout_taken_back'),
])
export type StatementKind = Type.Static<typeof StatementKind>

/** One movement. Amounts and fees of all lines sum to what is owed: amount less fee. */
export const StatementLine = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  kind: StatementKind,
  /** '' of a payout, but for cash that was the organizer's with its sale. */
  order_code: Type.String(),
  /** M-Pesa's receipt, '' until it is known; of a payout its reference; 'Cash' of what was paid at the door. */
  reference: Type.String(),
  /** Below zero where it goes to buyers or to the organizer. */
  amount: Type.Number(),
  /** Below zero where it goes back with its tickets. */
  fee: Type.Number(),
  /** Of a payout: it was recorded by mistake, and another line takes it back. */
  taken_back: Type.Boolean(),
})
export type StatementLine = Type.Static<typeof StatementLine>

export const StatementQuery = Type.Object(PageQuery)
export type StatementQuery = Type.Static<typeof StatementQuery>

/** The sums are of all lines; the newest lines first, page by page. */
export const EventStatement = Type.Object({
  ...sums,
  lines: Type.Array(StatementLine),
  next_cursor: nullable(Type.String()),
})
export type EventStatement = Type.Static<typeof EventStatement>

export const AllStatementQuery = Type.Object({
  /** For admins: the events of this account alone. */
  organizer_id: Type.Optional(Type.String({ maxLength: 100 })),
})

export const EventSums = Type.Object({
  event_id: Type.String(),
  event_title: Type.String(),
  ...sums,
})
export type EventSums = Type.Static<typeof EventSums>

/** The sums are those of the events, which are all that have anything in the books. */
export const AllStatement = Type.Object({
  ...sums,
  /** Whose events they are; null for an admin's look at all. */
  organizer: nullable(Type.Object({ id: Type.String(), full_name: Type.String() })),
  events: Type.Array(EventSums),
})
export type AllStatement = Type.Static<typeof AllStatement>
