import { Type } from 'typebox'
import { listOf, nullable, PageQuery } from '../../platform/http/platform.contract.ts'

// Transactions, one row per order line: GET /api/transactions. A refund stays in the list with its
// status.

export const TransactionStatus = Type.Union([
  Type.Literal('paid'),
  Type.Literal('refund_due'),
  Type.Literal('refunded'),
])
export type TransactionStatus = Type.Static<typeof TransactionStatus>

export const TransactionReply = Type.Object({
  /** The id of the order line, which resend-sms takes. */
  id: Type.String(),
  order_id: Type.String(),
  /** When the order was paid. */
  created_at: Type.String(),
  event_id: Type.String(),
  event: Type.Object({ id: Type.String(), title: Type.String() }),
  ticket_type_id: Type.String(),
  ticket_type: Type.Object({ id: Type.String(), name: Type.String() }),
  /**
   * The number of tickets, without refunded ones. A line that was refunded as a whole keeps its
   * full quantity and `amount`.
   */
  quantity: Type.Integer(),
  /** The line's price in shillings. */
  amount: Type.Number(),
  /** The full number: 2547… or 2541…. */
  phone_number: Type.String(),
  email: nullable(Type.String()),
  /** The M-Pesa receipt, '' until it is known, or 'Cash' for a sale at the door. */
  reference: Type.String(),
  method: Type.Union([Type.Literal('mpesa'), Type.Literal('cash')]),
  status: TransactionStatus,
  /** Whether the line has a valid ticket for resend-sms to send. */
  has_tickets: Type.Boolean(),
  /** The state of the last SMS with this order's tickets. Null before the first. */
  delivery: nullable(
    Type.Object({
      state: Type.Union([
        Type.Literal('queued'),
        Type.Literal('sent'),
        Type.Literal('delivered'),
        Type.Literal('failed'),
      ]),
      /** The reason why the SMS failed; '' if it did not fail. */
      why: Type.String(),
    }),
  ),
})
export type TransactionReply = Type.Static<typeof TransactionReply>

export const TransactionList = listOf(TransactionReply)
export type TransactionList = Type.Static<typeof TransactionList>

/** A leading minus sorts in descending order. The default is `-created_at`, newest first. */
export const TransactionSort = Type.Union([
  Type.Literal('-created_at'),
  Type.Literal('created_at'),
  Type.Literal('-amount'),
  Type.Literal('amount'),
])
export type TransactionSort = Type.Static<typeof TransactionSort>

export const TransactionQuery = Type.Object({
  /** Limits the list to one event. Responds 404 for another organizer's event. */
  event_id: Type.Optional(Type.String({ maxLength: 100 })),
  /** Any part of the phone number as a person types it: 0712…, 254712…, +254 712…, 345. */
  phone: Type.Optional(Type.String({ maxLength: 40 })),
  status: Type.Optional(TransactionStatus),
  sort: Type.Optional(TransactionSort),
  ...PageQuery,
})
export type TransactionQuery = Type.Static<typeof TransactionQuery>
