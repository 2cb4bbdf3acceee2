import { Type } from 'typebox'
import { listOf, nullable, PageQuery } from '../platform/http/platform.contract.ts'
import { ADMIN_REASONS, REFUND_REASONS } from './refund.rules.ts'

const STATES = ['due', 'sending', 'sent', 'done', 'unknown', 'refused', 'manual'] as const
const words = <T extends string>(all: readonly T[]) =>
  Type.Union(all.map((one) => Type.Literal(one)))

export const RefundQuery = Type.Object({
  ...PageQuery,
  state: Type.Optional(words(STATES)),
  event_id: Type.Optional(Type.String()),
})
export type RefundQuery = Type.Static<typeof RefundQuery>

export const RefundReply = Type.Object({
  id: Type.String(),
  /** Null of a receipt under no order's code. */
  order_id: nullable(Type.String()),
  event_id: nullable(Type.String()),
  code: nullable(Type.String()),
  event: nullable(Type.String()),
  /** Shillings, with up to two decimals. */
  amount: Type.Number(),
  reason: words(REFUND_REASONS),
  words: Type.String(),
  state: words(STATES),
  way: nullable(words(['reversal', 'b2c', 'manual'] as const)),
  /** Since when it is due. */
  since: Type.String(),
  /** YYYY-MM-DD: the last of the business days that the policy promises. */
  due_by: Type.String(),
  /** When the shop does something about it by itself. */
  next_at: nullable(Type.String()),
  failure_code: nullable(Type.String()),
  /** M-Pesa's of the money that went back, or the reference of who paid it by hand. */
  receipt: nullable(Type.String()),
  done_at: nullable(Type.String()),
})
export type RefundReply = Type.Static<typeof RefundReply>

export const RefundList = listOf(RefundReply)
export type RefundList = Type.Static<typeof RefundList>

export const RefundRequest = Type.Object({
  order_id: Type.String(),
  /** Some of its tickets; all that is left of the order without it. */
  ticket_numbers: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 100 })),
  reason: words(ADMIN_REASONS),
  words: Type.Optional(Type.String({ maxLength: 500 })),
})
export type RefundRequest = Type.Static<typeof RefundRequest>

/** By an order's code, M-Pesa's receipt or the number of a ticket. */
export const OrderQuery = Type.Object({ reference: Type.String({ maxLength: 60 }) })
export type OrderQuery = Type.Static<typeof OrderQuery>

/** An order of which something can be refunded. */
export const RefundableOrder = Type.Object({
  order_id: Type.String(),
  code: Type.String(),
  event: Type.String(),
  /** What is left of it, in shillings. */
  amount: Type.Number(),
  tickets: Type.Array(
    Type.Object({
      ticket_number: Type.String(),
      ticket_type: Type.String(),
      quantity: Type.Integer(),
      /** People came in with it. */
      used: Type.Boolean(),
    }),
  ),
})
export type RefundableOrder = Type.Static<typeof RefundableOrder>

/** From where people paid it: `cash` what was paid in cash, and nothing else. */
export const PaidFrom = Type.Union([
  Type.Literal('utility'),
  Type.Literal('collection'),
  Type.Literal('bank'),
  Type.Literal('cash'),
])

export const PaidManually = Type.Object({
  /** Of what M-Pesa paid its receipt. */
  reference: Type.String({ maxLength: 60 }),
  from: PaidFrom,
})
export type PaidManually = Type.Static<typeof PaidManually>

/** Who paid, where M-Pesa masked it, and how that is known. */
export const PayerNamed = Type.Object({
  phone: Type.String({ maxLength: 40 }),
  words: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
})
export type PayerNamed = Type.Static<typeof PayerNamed>

/** What became of money that was paid back twice. */
export const DoubleRefundExplained = Type.Object({
  words: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
})

export const SendingSwitch = Type.Object({
  on: Type.Boolean(),
  /** Why, for whoever reads it later. */
  words: Type.Optional(Type.String({ maxLength: 500 })),
})
export type SendingSwitch = Type.Static<typeof SendingSwitch>

/** GET /api/refunds/sending: whether refunds are sent, and who stopped that. */
export const SendingState = Type.Object({
  on: Type.Boolean(),
  /** Null while they are sent. */
  stopped: nullable(
    Type.Object({
      at: Type.String(),
      /** An admin's name, or the e-mail address; null if the account is gone. */
      by: nullable(Type.String()),
      words: nullable(Type.String()),
    }),
  ),
})
export type SendingState = Type.Static<typeof SendingState>
