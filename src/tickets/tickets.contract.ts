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

/** The state of a refund, for the buyer. */
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
  /** The last day on which the refund policy allows the refund to be paid, YYYY-MM-DD. */
  due_by: Type.String(),
  /** The M-Pesa receipt of the refund, or the reference of a refund that an admin paid manually. */
  receipt: nullable(Type.String()),
  /** The whole note, in words. */
  words: Type.String(),
})
export type RefundNote = Type.Static<typeof RefundNote>

/** Data of the ticket page. */
export const TicketReply = Type.Object({
  ...OrderTicket.properties,
  state: Type.Union([Type.Literal('valid'), Type.Literal('used'), Type.Literal('void')]),
  /** The number of people inside, at most `quantity`. */
  admitted: Type.Integer(),
  /** The last admission. Its `gate` is null if no gate was recorded. */
  last_admission: nullable(Type.Object({ at: Type.String(), gate: nullable(Type.String()) })),
  void_reason: nullable(
    Type.Union([Type.Literal('refunded'), Type.Literal('transferred'), Type.Literal('revoked')]),
  ),
  /** True until a person has opened a ticket that a friend sent: the friend can take it back. */
  can_be_taken_back: Type.Boolean(),
  /** The number of people of the ticket that its holder can transfer now. */
  sendable: Type.Integer(),
  /** Tickets that the holder transferred to friends, oldest first. */
  sent: Type.Array(
    Type.Object({
      id: Type.String(),
      /** '1 sent to 0722 ••• 001, 25 Nov 07:14' */
      words: Type.String(),
      /** True if the friend has not opened the ticket yet, so that it can be taken back. */
      can_take_back: Type.Boolean(),
    }),
  ),
  /** The refunds of a void ticket, or of the people that a ticket has lost by a refund. */
  refund: nullable(RefundNote),
  event_id: Type.String(),
  event_title: Type.String(),
  /** Address of the event's picture; null if there is none. */
  event_image: nullable(Type.String()),
  date: Type.String(),
  time: Type.String(),
  location: Type.String(),
  /**
   * The date, time and venue before the latest reschedule, in words. Null if the event was never
   * rescheduled.
   */
  moved_from: nullable(Type.String()),
})
export type TicketReply = Type.Static<typeof TicketReply>

/** POST /api/tickets/{ticket_number}/opened: the ticket's state, which may have just changed. */
export const OpenedReply = Type.Object({ state: TicketReply.properties.state })
export type OpenedReply = Type.Static<typeof OpenedReply>

/**
 * An M-Pesa receipt, a whole M-PESA message, a ticket number, or an order code. Case and
 * surrounding spaces do not matter.
 */
export const TicketLookupRequest = Type.Object({
  reference: Type.String({ maxLength: REFERENCE_MAX }),
})
export type TicketLookupRequest = Type.Static<typeof TicketLookupRequest>

/**
 * `ticket_number` is the number of the first of `tickets`. Contains no phone number and no email
 * address, because phones are shared.
 */
export const TicketLookupReply = Type.Object({
  ticket_number: Type.String(),
  /**
   * All tickets of the order. A refunded ticket has a refund; a transferred ticket is marked as
   * transferred.
   */
  tickets: Type.Array(
    Type.Object({
      ...ticket,
      refund: Type.Optional(RefundNote),
      transferred: Type.Optional(Type.Literal(true)),
    }),
  ),
})
export type TicketLookupReply = Type.Static<typeof TicketLookupReply>

/** The id of a row of the transactions, or of an order. */
export const ResendRequest = Type.Object({ transactionId: Type.String({ maxLength: 100 }) })
export type ResendRequest = Type.Static<typeof ResendRequest>

export const ResendReply = Type.Object({ success: Type.Literal(true) })
export type ResendReply = Type.Static<typeof ResendReply>
