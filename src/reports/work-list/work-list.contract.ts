import { Type } from 'typebox'
import { Candidate } from '../../payments/unmatched/unmatched-receipts.contract.ts'
import { listOf, nullable, PageQuery } from '../../platform/http/platform.contract.ts'
import { PAYING_ACCOUNTS, type TaskKinds } from '../../platform/tasks.rules.ts'

// The admins' work list, GET /api/work_list: tasks that the shop cannot do without an admin, the
// oldest first.

const oneOf = <T extends string>(names: readonly T[]) =>
  Type.Unsafe<T>(Type.Union([...new Set(names)].map((name) => Type.Literal(name))))

export const WorkRow = Type.Object({
  /** The row's id: '<kind>:<key>'. */
  id: Type.String(),
  /** A kind that a room has declared, such as 'refund_manual'. */
  kind: Type.String(),
  /**
   * Names what the row is about: the id of a payment, refund, order, event, payout or part of a
   * payout, or a receipt. Rows about no single thing have a fixed key: 'list' (M-Pesa's list),
   * 'account' (all refunds that wait for money), 'unlisted' (all refunds that wait for M-Pesa's
   * list), 'payouts' or 'database'.
   */
  key: Type.String(),
  since: Type.String(),
  order_id: nullable(Type.String()),
  order_code: nullable(Type.String()),
  event: nullable(Type.Object({ id: Type.String(), title: Type.String() })),
  receipt: nullable(Type.String()),
  /** Shillings, with up to two decimals. */
  amount: nullable(Type.Number()),
  /** The facts that the shop knows about the task, in words. */
  known: Type.String(),
  /** The next step that the shop takes without an admin, and the time of this step. */
  by_itself: Type.String(),
  /** The names of the actions that an admin can choose. Each is a call of its own. */
  actions: Type.Array(Type.String()),
  /** For a row that an admin can approve: names the state that this row shows. */
  version: nullable(Type.String()),
  /**
   * For money without an order: the orders that the money may be meant for, the likeliest first.
   */
  candidates: Type.Array(Candidate),
  /**
   * For a refund that an admin can pay manually: the accounts that the money may come from,
   * beginning with the likeliest account for an M-Pesa receipt.
   */
  paid_from: Type.Array(oneOf(PAYING_ACCOUNTS)),
})
export type WorkRow = Type.Static<typeof WorkRow>

export const WorkQuery = Type.Object(PageQuery)
export type WorkQuery = Type.Static<typeof WorkQuery>

export type WorkList = { data: WorkRow[]; next_cursor: string | null }

/** The reply of the list, with the names of the declared kinds and actions. */
export function workListOf(kinds: TaskKinds) {
  const actions = Object.values(kinds).flatMap((kind) => kind.actions.map(({ name }) => name))
  const names = { kind: oneOf(Object.keys(kinds)), actions: Type.Array(oneOf(actions)) }
  return listOf(Type.Object({ ...WorkRow.properties, ...names }))
}

/**
 * GET /api/reconciliations/last: whether ledger, payments and M-Pesa's list agreed in the latest
 * comparison.
 */
export const LastReconciliation = Type.Object({
  /** Null before the first comparison has ended. */
  last: nullable(
    Type.Object({
      at: Type.String(),
      /**
       * 'Books match M-PESA, Nov 22, 6:00 AM', or the number of differences, or the reason why
       * the list could not be read.
       */
      words: Type.String(),
      agrees: Type.Boolean(),
      /** A sentence for each difference. */
      differences: Type.Array(Type.String()),
    }),
  ),
})
export type LastReconciliation = Type.Static<typeof LastReconciliation>
