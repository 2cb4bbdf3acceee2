import { Type } from 'typebox'
import { nullable } from '../platform/http/platform.contract.ts'
import { REFERENCE_MAX } from './reference.rules.ts'

/** Fields of tickets and ticket types that are not plain entries for one person. */
export const UNIT_FIELDS = {
  /** How many people are sold as one unit, such as 10 for a table. If absent: 1. */
  sold_in: Type.Optional(Type.Integer()),
  /** If absent, the ticket is an entry. */
  kind: Type.Optional(Type.Literal('add_on')),
}

/**
 * The date and time of a ticket's first day (YYYY-MM-DD and HH:MM in Nairobi), and the last date of
 * a pass for several days. Absent for an event of one day. In orders also absent if the ticket
 * begins on the event's first day.
 */
export const WHEN_FIELDS = {
  date: Type.Optional(Type.String()),
  time: Type.Optional(Type.String()),
  last_date: Type.Optional(Type.String()),
}

const ticket = {
  ticket_number: Type.String(),
  ticket_type: Type.String(),
  /** The number of people, or how often an add-on can be redeemed. */
  quantity: Type.Integer(),
  ...UNIT_FIELDS,
}

export const OrderTicket = Type.Object({ ...ticket, ...WHEN_FIELDS, gate: Type.String() })
export type OrderTicket = Type.Static<typeof OrderTicket>

export const MetadataReply = Type.Object({
  gate: Type.String(),
  ticket_type: Type.String(),
  quantity: Type.Integer(),
})
export type MetadataReply = Type.Static<typeof MetadataReply>

export const RefundNote = Type.Object({
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
  /** The last day for the refund under the refund policy, YYYY-MM-DD. */
  due_by: Type.String(),
  /** The receipt, or the reference of a manual refund. */
  receipt: nullable(Type.String()),
  words: Type.String(),
})
export type RefundNote = Type.Static<typeof RefundNote>

export const TicketReply = Type.Object({
  ...OrderTicket.properties,
  state: Type.Union([Type.Literal('valid'), Type.Literal('used'), Type.Literal('void')]),
  /** People inside, at most `quantity`. */
  admitted: Type.Integer(),
  /** `gate` is null if none was recorded. */
  last_admission: nullable(Type.Object({ at: Type.String(), gate: nullable(Type.String()) })),
  void_reason: nullable(
    Type.Union([
      Type.Literal('refunded'),
      Type.Literal('transferred'),
      Type.Literal('revoked'),
      Type.Literal('given_back'),
    ]),
  ),
  /** True while the sender can take the ticket back, which ends when a person opens it. */
  can_be_taken_back: Type.Boolean(),
  /** People that can be transferred now. */
  sendable: Type.Integer(),
  /** People of a free ticket that its holder can give back now. */
  returnable: Type.Integer(),
  /** True if the ticket, such as a table, is only given back with all its people. */
  is_returned_whole: Type.Optional(Type.Boolean()),
  /** Transfers to friends, oldest first. */
  sent: Type.Array(
    Type.Object({
      id: Type.String(),
      /** '1 sent to 07•• ••• 001, Wed, Nov 25, 7:14 AM' */
      words: Type.String(),
      /** True if the friend has not opened the ticket yet. */
      can_take_back: Type.Boolean(),
      /** Until when the sender can take it back, or since when no longer. */
      note: Type.String(),
    }),
  ),
  /** The refund of a void ticket, or of the people that a refund took from a ticket. */
  refund: nullable(RefundNote),
  event_id: Type.String(),
  event_title: Type.String(),
  event_image: nullable(Type.String()),
  date: Type.String(),
  time: Type.String(),
  /** The numbers of the days that the ticket is for. Absent in an event of one day. */
  day_numbers: Type.Optional(Type.Array(Type.Integer())),
  /** The last date of a pass for several days. Absent for all other tickets. */
  last_date: Type.Optional(Type.String()),
  /** The days of a pass for several days. Absent for all other tickets. */
  pass_days: Type.Optional(Type.Array(Type.Object({ date: Type.String(), time: Type.String() }))),
  /** True if a pass admits each person once, false if once per day. Absent for other tickets. */
  once_in_all: Type.Optional(Type.Boolean()),
  location: Type.String(),
  /** Date, time and venue before the latest reschedule; null if never rescheduled. */
  moved_from: nullable(Type.String()),
  is_event_cancelled: Type.Boolean(),
  /** True if the ticket is only for days of the event that are cancelled. */
  is_day_cancelled: Type.Optional(Type.Literal(true)),
  /**
   * The refund of a paid ticket whose days are all cancelled: due, or paused with the other refunds.
   * Absent once it is made.
   */
  day_refund: Type.Optional(Type.Union([Type.Literal('due'), Type.Literal('paused')])),
  /** True if the event asks its ticket holders questions. */
  has_questions: Type.Optional(Type.Literal(true)),
})
export type TicketReply = Type.Static<typeof TicketReply>

/** The state of the ticket, which may have just changed. */
export const OpenedReply = Type.Object({ state: TicketReply.properties.state })
export type OpenedReply = Type.Static<typeof OpenedReply>

/** A receipt, M-PESA message, ticket number or order code, in any case. */
export const TicketLookupRequest = Type.Object({
  reference: Type.String({ maxLength: REFERENCE_MAX }),
})
export type TicketLookupRequest = Type.Static<typeof TicketLookupRequest>

const FoundTicket = Type.Object({
  ...ticket,
  refund: Type.Optional(RefundNote),
  transferred: Type.Optional(Type.Literal(true)),
  /** Set if no longer valid. A ticket with a refund of some of its people stays valid. */
  void: Type.Optional(Type.Literal(true)),
  /** Not valid, because every day that it is for is cancelled. */
  day_cancelled: Type.Optional(Type.Literal(true)),
})

/** `ticket_number` is the first ticket's. No phone and no email, because phones are shared. */
export const TicketLookupReply = Type.Object({
  ticket_number: Type.String(),
  /** All tickets of the order. Refunded and transferred tickets are marked. */
  tickets: Type.Array(FoundTicket),
})
export type TicketLookupReply = Type.Static<typeof TicketLookupReply>

const phone = Type.String({ maxLength: 40 })

export const TicketsCodeRequest = Type.Object({ phone })
export const PhoneTicketsRequest = Type.Object({ phone, code: Type.String({ maxLength: 20 }) })

/**
 * The tickets of a phone, at most PHONE_TICKETS_MAX, upcoming events first. `ticket_number` is the
 * number of the first ticket.
 */
export const PhoneTicketsReply = Type.Object({
  ticket_number: Type.String(),
  tickets: Type.Array(
    Type.Object({
      ...FoundTicket.properties,
      event_title: Type.String(),
      /** YYYY-MM-DD and HH:MM in Nairobi. */
      date: Type.String(),
      time: Type.String(),
      /** The last date of a pass for several days. Absent for all other tickets. */
      last_date: Type.Optional(Type.String()),
    }),
  ),
})
export type PhoneTicketsReply = Type.Static<typeof PhoneTicketsReply>

/** `transactionId` is the id of a row in the list of transactions, or of an order. */
export const ResendRequest = Type.Object({ transactionId: Type.String({ maxLength: 100 }) })
export type ResendRequest = Type.Static<typeof ResendRequest>

export const ResendReply = Type.Object({ success: Type.Literal(true) })
export type ResendReply = Type.Static<typeof ResendReply>
