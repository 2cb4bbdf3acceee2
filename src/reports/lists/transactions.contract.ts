import { Type } from 'typebox'
import { listOf, nullable, oneOf, PageQuery } from '../../platform/http/platform.contract.ts'
import { EMAIL_MAX } from '../../platform/values/email-address.rules.ts'
import { REFUND_STATES } from '../../refunds/refund.rules.ts'
import { UNIT_FIELDS } from '../../tickets/tickets.contract.ts'

// Transactions, one row per order line: GET /api/transactions. A refunded line stays in the list
// with its status.

export const TransactionStatus = Type.Union([
  Type.Literal('paid'),
  Type.Literal('refund_due'),
  Type.Literal('refunded'),
])
export type TransactionStatus = Type.Static<typeof TransactionStatus>

const DeliveryState = Type.Union([
  Type.Literal('queued'),
  Type.Literal('sent'),
  Type.Literal('delivered'),
  Type.Literal('failed'),
])

const PART_REFUNDS = ['due', 'done'] as const

export const TransactionReply = Type.Object({
  /** The id of the order line, which resend-sms takes. */
  id: Type.String(),
  /** Null if the caller may not see ticket numbers. */
  order_id: nullable(Type.String()),
  /** When the order was paid. */
  created_at: Type.String(),
  event_id: Type.String(),
  event: Type.Object({ id: Type.String(), title: Type.String() }),
  ticket_type_id: Type.String(),
  ticket_type: Type.Object({ id: Type.String(), name: Type.String(), ...UNIT_FIELDS }),
  /**
   * The number of people, without refunded ones. A line that was refunded as a whole keeps its
   * full quantity and `amount`.
   */
  quantity: Type.Integer(),
  /** The line's price in shillings. */
  amount: Type.Number(),
  /** The number in full, 2547… or 2541…; '07•• ••• 071' if the caller may not see it. */
  phone_number: Type.String(),
  email: nullable(Type.String()),
  /**
   * The M-Pesa receipt, '' until it is known, or 'Cash' for a sale at the door. '••••' if the caller
   * may not see ticket numbers.
   */
  reference: Type.String(),
  /** 'free': an order without a payment, with an amount of 0 and no reference. */
  method: Type.Union([Type.Literal('mpesa'), Type.Literal('cash'), Type.Literal('free')]),
  status: TransactionStatus,
  /**
   * 'done': some of the line's people were refunded. 'due': such a refund of the order is not paid
   * yet. Null if nothing of the line was refunded, or all of it.
   */
  part_refund: nullable(oneOf(PART_REFUNDS)),
  /** Whether the line has a valid ticket for resend-sms to send. */
  has_tickets: Type.Boolean(),
  /** The state of the last SMS with this order's tickets. Null before the first SMS. */
  delivery: nullable(
    Type.Object({
      state: DeliveryState,
      /** The reason why the SMS failed; '' if it did not fail. */
      why: Type.String(),
    }),
  ),
})
export type TransactionReply = Type.Static<typeof TransactionReply>

export const TransactionList = listOf(TransactionReply)
export type TransactionList = Type.Static<typeof TransactionList>

/** A leading minus sorts in descending order. The default is `-created_at`, newest first. */
const TransactionSort = Type.Union([
  Type.Literal('-created_at'),
  Type.Literal('created_at'),
  Type.Literal('-amount'),
  Type.Literal('amount'),
])

/**
 * GET /api/transactions/{id}: the order of a transaction, with all its tickets and messages. `id`
 * is the id of the order line.
 */
export const TransactionDetail = Type.Object({
  /** Null if the caller may not see ticket numbers. */
  order_id: nullable(Type.String()),
  /** '••••' if the caller may not see ticket numbers. */
  order_code: Type.String(),
  /** The order's price in shillings, before refunds. */
  amount: Type.Number(),
  /**
   * Whether the caller may send the tickets again (`may_resend`), refund the order (`may_refund`),
   * or revoke the tickets of a free order (`may_revoke`).
   */
  may_resend: Type.Boolean(),
  may_refund: Type.Boolean(),
  may_revoke: Type.Boolean(),
  tickets: Type.Array(
    Type.Object({
      ticket_number: Type.String(),
      ticket_type: Type.String(),
      ...UNIT_FIELDS,
      gate: Type.String(),
      admits: Type.Integer(),
      admitted: Type.Integer(),
      state: Type.Union([Type.Literal('valid'), Type.Literal('used'), Type.Literal('void')]),
      void_reason: nullable(Type.String()),
      /** The masked phone of the holder to whom the ticket was transferred. */
      holder: nullable(Type.String()),
    }),
  ),
  /** The refunds of the order and of its parts, the newest first. */
  refunds: Type.Array(
    Type.Object({
      id: Type.String(),
      amount: Type.Number(),
      state: oneOf(REFUND_STATES),
      /** The reason for the refund and, if M-Pesa refused it, M-Pesa's reason. */
      reason: Type.String(),
      /** The reason why a due refund waits, and the time of the next step; null if it does not wait. */
      waiting: nullable(Type.String()),
      /** M-Pesa's receipt of the refund, or the reference of a refund paid by hand. */
      reference: nullable(Type.String()),
      at: Type.String(),
    }),
  ),
  /** The SMS and emails about the order, the newest first. Phone numbers are masked. */
  messages: Type.Array(
    Type.Object({
      id: Type.String(),
      channel: Type.Union([Type.Literal('sms'), Type.Literal('email')]),
      /** The subject in one or two words, such as 'Tickets'. */
      about: Type.String(),
      to: Type.String(),
      state: DeliveryState,
      why: Type.String(),
      at: Type.String(),
    }),
  ),
})
export type TransactionDetail = Type.Static<typeof TransactionDetail>

export const TransactionQuery = Type.Object({
  /** Limits the list to one event. Responds 404 for another organizer's event. */
  event_id: Type.Optional(Type.String({ maxLength: 100 })),
  /** Any part of the phone number as a person types it: 0712…, 254712…, +254 712…, 345. */
  phone: Type.Optional(Type.String({ maxLength: 40 })),
  /**
   * Part of a phone number as in `phone`, or the whole M-PESA code, order code, ticket number or
   * email address of an order. A caller who may not see ticket numbers finds nothing by these
   * codes.
   */
  search: Type.Optional(Type.String({ maxLength: EMAIL_MAX })),
  status: Type.Optional(TransactionStatus),
  sort: Type.Optional(TransactionSort),
  ...PageQuery,
})
export type TransactionQuery = Type.Static<typeof TransactionQuery>
