import { Type } from 'typebox'
import { nullable, oneOf } from '../http/platform.contract.ts'

/** Accounts from which an admin can pay. */
const PAYING_ACCOUNTS = ['utility', 'collection', 'bank', 'cash'] as const
export type PayingAccount = (typeof PAYING_ACCOUNTS)[number]

/**
 * Most urgent first, as in the work list. waited_for: a person waits for an admin's decision, or
 * has paid and got nothing. open: an admin can do the task now. not_today: no admin can end the
 * task today, because the next step is not an admin's.
 */
export const URGENCIES = ['waited_for', 'open', 'not_today'] as const
export type Urgency = (typeof URGENCIES)[number]

export const TaskFact = Type.Object({
  label: Type.String(),
  text: Type.String(),
  /** True if an admin should hesitate because of this fact, for example if the event is ahead. */
  is_warning: Type.Boolean(),
  /** A page with more about the fact. */
  link: Type.Optional(Type.Object({ to: Type.String(), label: Type.String() })),
})
export type TaskFact = Type.Static<typeof TaskFact>

/** A row of the work list, without the `candidates` that the list adds. */
export const TaskRow = Type.Object({
  /** The row's id: '<kind>:<key>'. */
  id: Type.String(),
  /** A kind that a room has declared, such as 'draft_sent_in'. */
  kind: Type.String(),
  /** A tab of the work list. */
  group: Type.String(),
  urgency: oneOf(URGENCIES),
  /**
   * The id or receipt of the thing that the row is about. Rows about no single thing have a fixed
   * key, such as 'list' or 'database'.
   */
  key: Type.String(),
  since: Type.String(),
  order_id: nullable(Type.String()),
  order_code: nullable(Type.String()),
  event: nullable(Type.Object({ id: Type.String(), title: Type.String() })),
  /** The part of the event that the task is about, such as a day: 'December 11, 2027'. */
  part: Type.Optional(Type.String()),
  receipt: nullable(Type.String()),
  /** The number of the person whom the task is about, 2547…; null if it is unknown or hashed. */
  phone: nullable(Type.String()),
  /** The label of the number, if it depends on the row. */
  phone_label: Type.Optional(Type.String()),
  /** Shillings, with up to two decimals. */
  amount: nullable(Type.Number()),
  /** The facts that the shop knows about the task, in words. */
  known: Type.String(),
  /** The facts on which an admin bases a decision, for kinds that list each fact separately. */
  facts: Type.Optional(Type.Array(TaskFact)),
  /** The next step that the shop takes without an admin, and the time of this step. */
  by_itself: Type.String(),
  /** The names of the actions that an admin can choose. Each is a call of its own. */
  actions: Type.Array(Type.String()),
  /** Identifies the state that this row shows, if an admin can approve it; otherwise null. */
  version: nullable(Type.String()),
  /**
   * For money that an admin can pay manually: the accounts from which the admin may have paid. The
   * first account is the likeliest if the reference is a receipt.
   */
  paid_from: Type.Array(oneOf(PAYING_ACCOUNTS)),
})
export type TaskRow = Type.Static<typeof TaskRow>
