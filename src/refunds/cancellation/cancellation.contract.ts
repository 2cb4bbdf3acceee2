import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'
import { TaskFact } from '../../platform/tasks/tasks.contract.ts'

export const CancelRequest = Type.Object({
  /** The event's title, typed as a confirmation. */
  title: Type.String({ maxLength: 300 }),
  /** Required for an organizer's request that needs an admin's approval. */
  reason: Type.Optional(Type.String({ maxLength: 500 })),
  /** The number of the day to cancel. Absent for the whole event. */
  day: Type.Optional(Type.Integer()),
  /** Whether holders of passes may request a refund of the whole pass. True if absent. */
  passes: Type.Optional(Type.Boolean()),
})
export type CancelRequest = Type.Static<typeof CancelRequest>

export const CancelPreviewQuery = Type.Object({
  /** The number of the day to cancel or reschedule. Absent for the whole event. */
  day: Type.Optional(Type.String({ maxLength: 2 })),
  /** 'false' does not count passes for the day: their holders may not request a refund. */
  passes: Type.Optional(Type.String({ maxLength: 5 })),
  /** 'reschedule' for the facts of a reschedule, after which buyers may keep their tickets. */
  measure: Type.Optional(Type.String({ maxLength: 10 })),
})
export type CancelPreviewQuery = Type.Static<typeof CancelPreviewQuery>

/** The orders and tickets that a cancellation refunds, and their amount in shillings. */
export const CancelReply = Type.Object({
  orders: Type.Integer(),
  tickets: Type.Integer(),
  amount: Type.Number(),
  /**
   * Whether the cancellation waits for an admin's decision; sales are stopped during this wait. In
   * a preview: whether the cancellation would wait. A reschedule waits under the same conditions.
   */
  waits: Type.Boolean(),
})
export type CancelReply = Type.Static<typeof CancelReply>

/** The effect of a cancellation, and the balance to pay it from. */
export const CancelPreview = Type.Object({
  ...CancelReply.properties,
  /** The orders of which money is refunded, and their tickets, without add-ons. */
  paid_orders: Type.Integer(),
  paid_tickets: Type.Integer(),
  /**
   * The balance in shillings of the account that pays refunds. Null for organizers, and until
   * M-Pesa has reported a balance.
   */
  balance: nullable(Type.Number()),
  balance_at: nullable(Type.String()),
  /** The sum of all refunds still to be paid, in shillings. 0 for organizers. */
  owed: Type.Number(),
  /**
   * The part of `amount` that refunds take from the event's balance: without `fee`, and without
   * cash, which the organizer pays back in cash.
   */
  cost: Type.Number(),
  /**
   * The sources that pay `cost`: the event's balance, the organizer's other events, and what the
   * organizer then owes us.
   */
  sources: Type.Object({
    balance: Type.Number(),
    elsewhere: Type.Number(),
    debt: Type.Number(),
  }),
  /** The part of `amount` that is our fee, which comes back. */
  fee: Type.Number(),
  /**
   * An example: the SMS to the first buyer. Null for a reschedule, and if no money is due to this
   * buyer.
   */
  sms: nullable(Type.String()),
  /**
   * The passes that stay valid without the day, the number of their buyers, whether these may ask for a
   * refund, and the SMS to them: the passes that can be refunded, then the others. Empty for the whole
   * event and for a reschedule.
   */
  kept: Type.Array(
    Type.Object({
      passes: Type.Integer(),
      buyers: Type.Integer(),
      may_ask: Type.Boolean(),
      sms: Type.String(),
    }),
  ),
  /** Only before one day is moved: the buyers who get an SMS, and how many get a refund link. */
  notified: Type.Optional(Type.Object({ buyers: Type.Integer(), with_link: Type.Integer() })),
  /** Before a reschedule: when buyers would be notified, if later than now. */
  notify_at: Type.Optional(Type.String()),
  /** The facts about the money of the event and its organizer. Empty for organizers. */
  facts: Type.Array(TaskFact),
})
export type CancelPreview = Type.Static<typeof CancelPreview>

export const CancellationReply = Type.Object({
  state: Type.Union([Type.Literal('running'), Type.Literal('paused'), Type.Literal('done')]),
  /** Whether an admin has paused the refunds of all events. */
  is_sending_paused: Type.Boolean(),
  /** The number of orders to refund. */
  orders: Type.Integer(),
  /** The number of orders whose money has been refunded. */
  refunded: Type.Integer(),
  /** The number of orders with free tickets only, which are void now. */
  free: Type.Integer(),
  /** The number of orders whose SMS has been sent. */
  told: Type.Integer(),
  /**
   * The number of orders that need an admin: the `stuck` orders, and orders whose refund is on the
   * work list.
   */
  failed: Type.Integer(),
  /** The due refunds of the event, in words: number, sum, reason of the wait and next attempt. */
  waiting: Type.Array(Type.String()),
  /** The number of orders whose refund could not be started. The job retries them. */
  stuck: Type.Integer(),
  /**
   * A sample of the stuck orders, with the fault of each. The code is '••••' if the caller may not
   * see ticket numbers.
   */
  stuck_orders: Type.Array(
    /** `id` is the position of the row in the list. */
    Type.Object({ id: Type.Integer(), code: Type.String(), why: Type.String() }),
  ),
})
export type CancellationReply = Type.Static<typeof CancellationReply>
