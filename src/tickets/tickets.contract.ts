import { Type } from 'typebox'
import { nullable } from '../platform/http/platform.contract.ts'
import { REFERENCE_MAX } from './reference.rules.ts'

const ticket = {
  ticket_number: Type.String(),
  ticket_type: Type.String(),
  quantity: Type.Integer(),
}

export const OrderTicket = Type.Object({ ...ticket, gate: Type.String() })
export type OrderTicket = Type.Static<typeof OrderTicket>

export const MetadataReply = Type.Object({
  gate: Type.String(),
  ticket_type: Type.String(),
  quantity: Type.Integer(),
})
export type MetadataReply = Type.Static<typeof MetadataReply>

/** Where a refund stands, for its buyer. */
export const RefundNote = Type.Object({
  /** Shillings. */
  amount: Type.Number(),
  state: Type.Union([
    Type.Literal('due'),
    Type.Literal('sending'),
    Type.Literal('sent'),
    Type.Literal('done'),
    Type.Literal('unknown'),
    Type.Literal('refused'),
    Type.Literal('manual'),
  ]),
  /** YYYY-MM-DD: the last day that the policy promises. */
  due_by: Type.String(),
  /** M-Pesa's of the money that went back, or the reference of who paid it by hand. */
  receipt: nullable(Type.String()),
  /** All of it, for people. */
  words: Type.String(),
})
export type RefundNote = Type.Static<typeof RefundNote>

/** What the ticket page shows; read by its loader. */
export const TicketReply = Type.Object({
  ...OrderTicket.properties,
  state: Type.Union([Type.Literal('valid'), Type.Literal('used'), Type.Literal('void')]),
  /** Of `quantity`, who are inside. */
  admitted: Type.Integer(),
  /** When and through which gate the last of them came in; no gate where nobody noted it. */
  last_admission: nullable(Type.Object({ at: Type.String(), gate: nullable(Type.String()) })),
  void_reason: nullable(
    Type.Union([Type.Literal('refunded'), Type.Literal('transferred'), Type.Literal('revoked')]),
  ),
  /** People whom its holder may send on to other phones now; 0 where none. */
  sendable: Type.Integer(),
  /** Of a void ticket whose money goes back, or went. */
  refund: nullable(RefundNote),
  event_id: Type.String(),
  event_title: Type.String(),
  date: Type.String(),
  time: Type.String(),
  location: Type.String(),
  /** What the event's latest move left, in words; null if it never moved. */
  moved_from: nullable(Type.String()),
})
export type TicketReply = Type.Static<typeof TicketReply>

/**
 * The M-Pesa receipt as the buyer reads it, or the whole message; the number of a ticket; or the code
 * of an order. Any case, spaces around it are fine.
 */
export const TicketLookupRequest = Type.Object({
  reference: Type.String({ maxLength: REFERENCE_MAX }),
})
export type TicketLookupRequest = Type.Static<typeof TicketLookupRequest>

/** `ticket_number` is the first of `tickets`. A phone may be shared: no number, no address. */
export const TicketLookupReply = Type.Object({
  ticket_number: Type.String(),
  /** With where its refund stands, where it was taken back; or that it has another number now. */
  tickets: Type.Array(
    Type.Object({
      ...ticket,
      refund: Type.Optional(RefundNote),
      transferred: Type.Optional(Type.Literal(true)),
    }),
  ),
})
export type TicketLookupReply = Type.Static<typeof TicketLookupReply>

/** A row of the transactions, or an order. */
export const ResendRequest = Type.Object({ transactionId: Type.String({ maxLength: 100 }) })
export type ResendRequest = Type.Static<typeof ResendRequest>

export const ResendReply = Type.Object({ success: Type.Literal(true) })
export type ResendReply = Type.Static<typeof ResendReply>
