import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'

export const CancelRequest = Type.Object({
  /** The event's title, typed as a confirmation. */
  title: Type.String({ maxLength: 300 }),
  reason: Type.Optional(Type.String({ maxLength: 500 })),
})
export type CancelRequest = Type.Static<typeof CancelRequest>

/** Orders and tickets that are refunded; the amount in shillings. */
export const CancelReply = Type.Object({
  orders: Type.Integer(),
  tickets: Type.Integer(),
  amount: Type.Number(),
})
export type CancelReply = Type.Static<typeof CancelReply>

/** The effect of a cancellation, and the balance to pay it from. */
export const CancelPreview = Type.Object({
  ...CancelReply.properties,
  /** Balance of the account that pays refunds, in shillings; null until M-Pesa has reported it. */
  balance: nullable(Type.Number()),
  balance_at: nullable(Type.String()),
  /** The sum of all refunds still to be paid, in shillings. */
  owed: Type.Number(),
})
export type CancelPreview = Type.Static<typeof CancelPreview>

export const CancellationReply = Type.Object({
  state: Type.Union([Type.Literal('running'), Type.Literal('paused'), Type.Literal('done')]),
  orders: Type.Integer(),
  /** Orders whose money has been refunded. */
  refunded: Type.Integer(),
  /** Orders whose SMS has been sent. */
  told: Type.Integer(),
  /** Orders that need an admin: the `stuck` ones, and refunds on the work list. */
  failed: Type.Integer(),
  /** Orders whose refund could not be started; the job retries them. */
  stuck: Type.Integer(),
  /** A sample of the stuck orders, with the fault of each. */
  stuck_orders: Type.Array(Type.Object({ code: Type.String(), why: Type.String() })),
})
export type CancellationReply = Type.Static<typeof CancellationReply>
