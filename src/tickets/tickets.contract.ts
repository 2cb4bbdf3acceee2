import { Type } from 'typebox'
import { nullable } from '../platform/http/platform.contract.ts'
import { REFERENCE_MAX } from './reference.rules.ts'

/** The fields of a ticket, or of its type, that is no plain ticket for one person. */
export const UNIT_FIELDS = {
  /** How many people are sold as one, such as 10 of a table. Absent: 1. */
  sold_in: Type.Optional(Type.Integer()),
  /** Absent: an entry. */
  kind: Type.Optional(Type.Literal('add_on')),
}

/**
 * Date and time of a ticket's first day, YYYY-MM-DD and HH:MM in Nairobi, and the last date of a pass
 * for several days. Absent if they are those of the event: in an event of one day, and in orders also
 * on its first day.
 */
export const WHEN_FIELDS = {
  date: Type.Optional(Type.String()),
  time: Type.Optional(Type.String()),
  last_date: Type.Optional(Type.String()),
}

const ticket = {
  ticket_number: Type.String(),
  ticket_type: Type.String(),
  /** People; of an add-on, how often it is redeemed. */
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
  /** The last day by the refund policy, YYYY-MM-DD. */
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
  /** The friend who sent it can take it back until a person opens it. */
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
  /** Refunds of a void ticket, or of people that it lost by a refund. */
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
  /** Whether a pass enters once in all; otherwise once per day. Only of passes. */
  once_in_all: Type.Optional(Type.Boolean()),
  location: Type.String(),
  /** Date, time and venue before the latest reschedule; null if never rescheduled. */
  moved_from: nullable(Type.String()),
  is_event_cancelled: Type.Boolean(),
  /** True if the ticket is only for days of the event that are cancelled. */
  is_day_cancelled: Type.Optional(Type.Literal(true)),
  /** Until the refund of a paid ticket for cancelled days is made: whether refunds are paused. */
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
  /** No longer valid, and without a refund, such as a free ticket of a cancelled event. */
  void: Type.Optional(Type.Literal(true)),
  /** Not valid, because every day that it is for is cancelled. */
  day_cancelled: Type.Optional(Type.Literal(true)),
})

/** Number of the first ticket. No phone and no email, because phones are shared. */
export const TicketLookupReply = Type.Object({
  ticket_number: Type.String(),
  /** All tickets of the order, refunded and transferred ones marked. */
  tickets: Type.Array(FoundTicket),
})
export type TicketLookupReply = Type.Static<typeof TicketLookupReply>

const phone = Type.String({ maxLength: 40 })

export const TicketsCodeRequest = Type.Object({ phone })
export const PhoneTicketsRequest = Type.Object({ phone, code: Type.String({ maxLength: 20 }) })

/**
 * The tickets of a phone, upcoming events first, at most PHONE_TICKETS_MAX. The ticket number is
 * that of the first.
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

/** The id of a row of the transactions, or of an order. */
export const ResendRequest = Type.Object({ transactionId: Type.String({ maxLength: 100 }) })
export type ResendRequest = Type.Static<typeof ResendRequest>

export const ResendReply = Type.Object({ success: Type.Literal(true) })
export type ResendReply = Type.Static<typeof ResendReply>
