import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'
import { RefundNote, UNIT_FIELDS } from '../../tickets/tickets.contract.ts'
import { REFUND_EFFECT, TicketParts } from '../refunds.contract.ts'

export const LinkRefundRequest = Type.Object({
  /** The token of the refund link. */
  token: Type.String({ maxLength: 100 }),
  /**
   * The people to refund. Without this field, all people of the link's tickets except those inside.
   */
  tickets: Type.Optional(TicketParts),
})
export type LinkRefundRequest = Type.Static<typeof LinkRefundRequest>

export const LinkQuery = Type.Object({
  /** The people to preview, as 'NUMBER:2,NUMBER:1'. Without this field, all who can be refunded. */
  people: Type.Optional(Type.String({ maxLength: 3000 })),
})
export type LinkQuery = Type.Static<typeof LinkQuery>

const ChangedDay = Type.Union([Type.Literal('moved'), Type.Literal('cancelled')])

const Place = Type.Object({
  /** YYYY-MM-DD and HH:MM in Nairobi. */
  date: Type.String(),
  time: Type.String(),
  location: Type.String(),
})

/**
 * The choice of a buyer whose event was rescheduled, or of the holder of a transferred ticket. A
 * holder gets the number of their ticket, and nothing that leads to the buyer's tickets.
 */
export const RefundLinkReply = Type.Object({
  order_id: nullable(Type.String()),
  code: nullable(Type.String()),
  ticket_number: nullable(Type.String()),
  event_id: Type.String(),
  event_title: Type.String(),
  /** Whether the event was cancelled later. Each order is then refunded without a request. */
  is_event_cancelled: Type.Boolean(),
  /** True if people of the tickets have answered questions. A refund deletes the answers of its people. */
  has_answers: Type.Optional(Type.Literal(true)),
  /** Present if only one day was moved or cancelled. `old` and `new` are then of this day. */
  day: Type.Optional(ChangedDay),
  old: Place,
  new: Place,
  /** Only if several changes let the tickets of the link be refunded, the latest first. */
  changes: Type.Optional(
    Type.Array(Type.Object({ day: Type.Optional(ChangedDay), old: Place, new: Place })),
  ),
  /** The last instant at which a refund can be requested. */
  until: Type.String(),
  /**
   * open: a refund can be requested; asked: a refund was requested; closed: the last day has
   * passed; gone: nothing is left to refund; sent_on: the tickets were transferred, so their
   * holders may request the refund; used: all people are inside, so only support can refund; parts:
   * only parts of a table are left, so only support can refund.
   */
  state: Type.Union([
    Type.Literal('open'),
    Type.Literal('asked'),
    Type.Literal('closed'),
    Type.Literal('gone'),
    Type.Literal('sent_on'),
    Type.Literal('used'),
    Type.Literal('parts'),
  ]),
  /** The amount in shillings that can be refunded. If `state` is asked: the requested amount. */
  amount: Type.Number(),
  /** Present if some tickets of the link's owner were not refunded and stay valid. */
  keeps_tickets: Type.Optional(Type.Literal(true)),
  /** The amount requested by this link so far, in shillings. */
  requested: Type.Number(),
  /** The tickets that the link is for. Tickets that were refunded whole are left out. */
  tickets: Type.Array(
    Type.Object({
      ticket_number: Type.String(),
      ticket_type: Type.String(),
      quantity: Type.Integer(),
      /** How many people can be refunded: all except people inside and parts of a table. */
      refundable: Type.Integer(),
      /**
       * Why only support can refund people of the ticket: 'part', the ticket is a part of a table
       * or pack; 'inside', all its people are inside.
       */
      blocked_by: Type.Optional(Type.Union([Type.Literal('part'), Type.Literal('inside')])),
      ...UNIT_FIELDS,
    }),
  ),
  /**
   * The previewed refund, if `state` is open. For a holder, it has the SMS to the holder, and no
   * phone number of the buyer.
   */
  chosen: nullable(Type.Object({ ...REFUND_EFFECT, tickets: TicketParts })),
  /** Whether the payment was cash at the door: the organizer then returns the money. */
  in_cash: Type.Boolean(),
  /** The amount of the link's refunds that is still due or, once all are paid, was refunded. */
  refund: nullable(RefundNote),
})
export type RefundLinkReply = Type.Static<typeof RefundLinkReply>
