import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'

/** By the token of the link that the buyer was sent. */
export const LinkRefundRequest = Type.Object({ token: Type.String({ maxLength: 100 }) })
export type LinkRefundRequest = Type.Static<typeof LinkRefundRequest>

const Place = Type.Object({
  /** YYYY-MM-DD and HH:MM in Nairobi. */
  date: Type.String(),
  time: Type.String(),
  location: Type.String(),
})

/** What a buyer of a moved event decides about. */
export const RefundLinkReply = Type.Object({
  order_id: Type.String(),
  code: Type.String(),
  event_id: Type.String(),
  event_title: Type.String(),
  old: Place,
  new: Place,
  /** Until when a refund can be asked for. */
  until: Type.String(),
  /** open: it can be asked for; asked: it was; closed: it is too late; gone: nothing is left;
   * used: somebody came in, and people decide. */
  state: Type.Union([
    Type.Literal('open'),
    Type.Literal('asked'),
    Type.Literal('closed'),
    Type.Literal('gone'),
    Type.Literal('used'),
  ]),
  /** What would come back, or does, in shillings. */
  amount: Type.Number(),
  /** Paid at the door: the organizer gives it back. */
  in_cash: Type.Boolean(),
  /** YYYY-MM-DD: by when, where it was asked for. */
  due_by: nullable(Type.String()),
})
export type RefundLinkReply = Type.Static<typeof RefundLinkReply>
