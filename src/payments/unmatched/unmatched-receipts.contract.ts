import { Type } from 'typebox'
import { listOf, nullable, PageQuery } from '../../platform/http/platform.contract.ts'

// Money that is no order's, as far as we know: GET /api/stray_receipts, the newest find first.

export const UnmatchedQuery = Type.Object({
  ...PageQuery,
})
export type UnmatchedQuery = Type.Static<typeof UnmatchedQuery>

/** An order whose money it could be. */
export const Candidate = Type.Object({
  order_id: Type.String(),
  code: Type.String(),
  event_title: Type.String(),
  /** What the order asks for, in shillings. */
  amount: Type.Number(),
  state: Type.String(),
  /** Masked. */
  phone: Type.String(),
  placed_at: Type.String(),
  /** The code that was typed, one slip of a finger away from it, or another one. */
  code_fits: Type.Union([Type.Literal('same'), Type.Literal('near'), Type.Literal('no')]),
  amount_fits: Type.Boolean(),
})
export type Candidate = Type.Static<typeof Candidate>

export const UnmatchedReceipt = Type.Object({
  receipt: Type.String(),
  /** Shillings; may have two decimals, for people typed it. */
  amount: Type.Number(),
  /** As the payer typed it. */
  account_reference: Type.String(),
  /** Digits, perhaps masked. */
  phone_number: Type.String(),
  /** Null if M-Pesa did not tell. */
  paid_at: nullable(Type.String()),
  found_at: Type.String(),
  /** False while M-Pesa has told of it, and its list does not show it. */
  is_listed: Type.Boolean(),
  /** The likeliest first. */
  candidates: Type.Array(Candidate),
})
export type UnmatchedReceipt = Type.Static<typeof UnmatchedReceipt>

export const UnmatchedList = listOf(UnmatchedReceipt)
export type UnmatchedList = Type.Static<typeof UnmatchedList>

/** POST /api/receipts/{id}/attach: whose money the receipt is. */
export const AttachRequest = Type.Object(
  { order_id: Type.String({ maxLength: 100 }) },
  { additionalProperties: false },
)

export const AttachReply = Type.Object({
  order_id: Type.String(),
  /** What the money became. */
  use: Type.Union([
    Type.Literal('sale'),
    Type.Literal('refund_due'),
    Type.Literal('refunded'),
    Type.Literal('suspense'),
  ]),
})
export type AttachReply = Type.Static<typeof AttachReply>

/** POST /api/payments/{id}/explain: what a person found out about a payment. */
export const ExplainRequest = Type.Object({
  words: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
})
export type ExplainRequest = Type.Static<typeof ExplainRequest>
