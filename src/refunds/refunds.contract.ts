import { Type } from 'typebox'
import {
  listOf,
  nullable,
  oneOf,
  PageQuery,
  ReasonText,
} from '../platform/http/platform.contract.ts'
import { TaskFact } from '../platform/tasks/tasks.contract.ts'
import { MAX_ADMITS } from '../tickets/number.rules.ts'
import { REFERENCE_MAX } from '../tickets/reference.rules.ts'
import { UNIT_FIELDS } from '../tickets/tickets.contract.ts'
import { ADMIN_REASONS, REFUND_REASONS, REFUND_STATES, REFUND_WAYS } from './refund.rules.ts'

export const RefundQuery = Type.Object({
  ...PageQuery,
  state: Type.Optional(oneOf(REFUND_STATES)),
  event_id: Type.Optional(Type.String()),
})
export type RefundQuery = Type.Static<typeof RefundQuery>

export const RefundReply = Type.Object({
  id: Type.String(),
  /** The order. Null for a receipt without an order, and if the caller may not see ticket numbers. */
  order_id: nullable(Type.String()),
  event_id: nullable(Type.String()),
  /** The order code; '••••' if the caller may not see ticket numbers. */
  code: nullable(Type.String()),
  event: nullable(Type.String()),
  /** Shillings, with up to two decimals. */
  amount: Type.Number(),
  reason: oneOf(REFUND_REASONS),
  words: Type.String(),
  state: oneOf(REFUND_STATES),
  way: nullable(oneOf(REFUND_WAYS)),
  /** When the refund became due. */
  since: Type.String(),
  /** The last business day that the policy allows, YYYY-MM-DD. */
  due_by: Type.String(),
  /** The next time that a job acts on the refund; null if an admin has to act. */
  next_at: nullable(Type.String()),
  /**
   * Why a due refund waits, and when it is tried next, in words. Null if the refund is not due or
   * does not wait.
   */
  waiting: nullable(Type.String()),
  failure_code: nullable(Type.String()),
  /** The M-Pesa receipt of the refund, or the reference of a manual refund. */
  receipt: nullable(Type.String()),
  done_at: nullable(Type.String()),
})
export type RefundReply = Type.Static<typeof RefundReply>

export const RefundList = listOf(RefundReply)
export type RefundList = Type.Static<typeof RefundList>

/** Tickets, each with the number of its people to refund. */
export const TicketParts = Type.Array(
  Type.Object({
    ticket_number: Type.String({ maxLength: 40 }),
    admits: Type.Integer({ minimum: 1, maximum: MAX_ADMITS }),
    /**
     * How many people the ticket admitted when the caller read it. If the ticket admits a different
     * number now, nothing is refunded. So a repeated request refunds once.
     */
    of: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ADMITS })),
  }),
  { maxItems: 100 },
)
export type TicketParts = Type.Static<typeof TicketParts>

const whichTickets = {
  order_id: Type.String(),
  /**
   * Numbers, without dashes, of tickets to refund with all their people. Without this field and
   * `tickets`, all remaining tickets of the order are refunded.
   */
  ticket_numbers: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 100 })),
  tickets: Type.Optional(TicketParts),
}

export const RefundRequest = Type.Object({
  ...whichTickets,
  reason: oneOf(ADMIN_REASONS),
  words: Type.Optional(Type.String({ maxLength: 500 })),
})
export type RefundRequest = Type.Static<typeof RefundRequest>

export const RefundPreviewRequest = Type.Object(whichTickets)
export type RefundPreviewRequest = Type.Static<typeof RefundPreviewRequest>

/** The effect of a refund that was not requested yet. */
export const REFUND_EFFECT = {
  people: Type.Integer(),
  /** How many redemptions of add-ons are refunded. Absent: none. */
  add_ons: Type.Optional(Type.Integer()),
  /** Shillings. */
  amount: Type.Number(),
  /** The number that gets the money, '0712 345 071'. Null for cash, and if M-Pesa masked the payer. */
  to: nullable(Type.String()),
  in_cash: Type.Boolean(),
  /** True if sending is stopped, so that the refund waits. */
  is_paused: Type.Optional(Type.Literal(true)),
  /**
   * The SMS that this refund sends. If a holder previews the refund, the SMS to the holder;
   * otherwise the SMS to the phone that paid.
   */
  sms: Type.String(),
  /** The people whose answers to questions are deleted; 0 stands for the whole ticket's answers. */
  lost_answers: Type.Optional(
    Type.Array(Type.Object({ ticket_number: Type.String(), people: Type.Array(Type.Integer()) })),
  ),
}

export const RefundPreview = Type.Object({
  ...REFUND_EFFECT,
  /** The facts about the event's money, if the refund takes money that is missing. For admins. */
  facts: Type.Array(TaskFact),
})
export type RefundPreview = Type.Static<typeof RefundPreview>

/** An order code, an M-Pesa receipt or a ticket number. */
export const OrderQuery = Type.Object({ reference: Type.String({ maxLength: REFERENCE_MAX }) })
export type OrderQuery = Type.Static<typeof OrderQuery>

/** An order with tickets that can be refunded. */
export const RefundableOrder = Type.Object({
  order_id: Type.String(),
  code: Type.String(),
  event: Type.String(),
  /** The amount that is left to refund, in shillings. */
  amount: Type.Number(),
  tickets: Type.Array(
    Type.Object({
      ticket_number: Type.String(),
      ticket_type: Type.String(),
      quantity: Type.Integer(),
      /** Whether people were admitted with this ticket. */
      used: Type.Boolean(),
      /** How many people are inside. */
      admitted: Type.Integer(),
      ...UNIT_FIELDS,
      /** The amount of the ticket's refund, in shillings. Present for add-ons. */
      amount: Type.Optional(Type.Number()),
    }),
  ),
})
export type RefundableOrder = Type.Static<typeof RefundableOrder>

/** The account that paid a manual refund. `cash` is allowed for cash sales only. */
const PaidFrom = Type.Union([
  Type.Literal('utility'),
  Type.Literal('collection'),
  Type.Literal('bank'),
  Type.Literal('cash'),
])

/** POST /api/receipts/pay_back_lost */
export const PaidBack = Type.Object({ count: Type.Integer() })

export const PaidManually = Type.Object({
  /** The reference of the payment; the M-Pesa receipt if M-Pesa paid. */
  reference: Type.String({ maxLength: 60 }),
  from: PaidFrom,
})
export type PaidManually = Type.Static<typeof PaidManually>

/** The payer's number, and how the admin found it out. */
export const PayerNamed = Type.Object({
  phone: Type.String({ maxLength: 40 }),
  words: ReasonText,
})
export type PayerNamed = Type.Static<typeof PayerNamed>

/** An admin's explanation of a double refund. */
export const DoubleRefundExplained = Type.Object({
  words: ReasonText,
})
