import { Type } from 'typebox'
import { listOf, nullable, PageQuery, ReasonText } from '../../platform/http/platform.contract.ts'

// GET /api/stray_receipts: receipts without an order, the latest first.

export const UnmatchedQuery = Type.Object({
  ...PageQuery,
})
export type UnmatchedQuery = Type.Static<typeof UnmatchedQuery>

/** An order that a receipt may be for. */
export const Candidate = Type.Object({
  order_id: Type.String(),
  code: Type.String(),
  event_title: Type.String(),
  /** The order's price in shillings. */
  amount: Type.Number(),
  state: Type.String(),
  /** The phone number, masked. */
  phone: Type.String(),
  placed_at: Type.String(),
  /** How well the typed code fits: the order's code, one typing mistake away, or neither. */
  code_fits: Type.Union([Type.Literal('same'), Type.Literal('near'), Type.Literal('no')]),
  amount_fits: Type.Boolean(),
})
export type Candidate = Type.Static<typeof Candidate>

export const UnmatchedReceipt = Type.Object({
  receipt: Type.String(),
  /** Shillings, with up to two decimals, because the payer typed the amount. */
  amount: Type.Number(),
  /** The account number, as the payer typed it. */
  account_reference: Type.String(),
  /** Digits, perhaps masked. */
  phone_number: Type.String(),
  /** Null if M-Pesa did not report the time. */
  paid_at: nullable(Type.String()),
  found_at: Type.String(),
  /** False if a confirmation reported the receipt and M-Pesa's list does not show it yet. */
  is_listed: Type.Boolean(),
  /** The likeliest orders, best match first. */
  candidates: Type.Array(Candidate),
})
export type UnmatchedReceipt = Type.Static<typeof UnmatchedReceipt>

export const UnmatchedList = listOf(UnmatchedReceipt)
export type UnmatchedList = Type.Static<typeof UnmatchedList>

/** POST /api/receipts/{id}/attach: the order that the receipt is for. */
export const AttachRequest = Type.Object(
  {
    order_id: Type.String({ maxLength: 100 }),
    /** True to attach a receipt that M-Pesa's list has not shown; otherwise 409 `receipt_not_listed`. */
    unlisted: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

export const AttachReply = Type.Object({
  order_id: Type.String(),
  /** The use of the money after the receipt was attached. */
  use: Type.Union([
    Type.Literal('sale'),
    Type.Literal('refund_due'),
    Type.Literal('refunded'),
    Type.Literal('suspense'),
  ]),
})
export type AttachReply = Type.Static<typeof AttachReply>

/** POST /api/payments/{id}/explain: an admin's explanation of a payment. */
export const ExplainRequest = Type.Object({
  words: ReasonText,
})
export type ExplainRequest = Type.Static<typeof ExplainRequest>
