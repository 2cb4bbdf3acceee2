import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'

export const CancelRequest = Type.Object({
  /** The event's, typed to be sure. */
  title: Type.String({ maxLength: 300 }),
  reason: Type.Optional(Type.String({ maxLength: 500 })),
})
export type CancelRequest = Type.Static<typeof CancelRequest>

/** What goes back; the amount in shillings. */
export const CancelReply = Type.Object({
  orders: Type.Integer(),
  tickets: Type.Integer(),
  amount: Type.Number(),
})
export type CancelReply = Type.Static<typeof CancelReply>

/** What would go back, and what there is to pay it from. */
export const CancelPreview = Type.Object({
  ...CancelReply.properties,
  /** Of the account from which refunds are paid, in shillings; null while M-Pesa has not told. */
  balance: nullable(Type.Number()),
  balance_at: nullable(Type.String()),
  /** What is to be refunded besides, in shillings. */
  owed: Type.Number(),
})
export type CancelPreview = Type.Static<typeof CancelPreview>

export const CancellationReply = Type.Object({
  state: Type.Union([Type.Literal('running'), Type.Literal('paused'), Type.Literal('done')]),
  orders: Type.Integer(),
  /** Their money is back. */
  refunded: Type.Integer(),
  /** Their SMS has left. */
  told: Type.Integer(),
  /** Somebody must see to them: the `stuck` ones, and others whose refund waits on the work list. */
  failed: Type.Integer(),
  /** They could not be taken back, and are tried again. */
  stuck: Type.Integer(),
  /** Some of these, with what stops them. */
  stuck_orders: Type.Array(Type.Object({ code: Type.String(), why: Type.String() })),
})
export type CancellationReply = Type.Static<typeof CancellationReply>
