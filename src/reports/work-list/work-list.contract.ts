import { Type } from 'typebox'
import { Candidate } from '../../payments/unmatched/unmatched-receipts.contract.ts'
import { listOf, nullable, oneOf, PageQuery } from '../../platform/http/platform.contract.ts'
import { TaskRow } from '../../platform/tasks/tasks.contract.ts'
import { groupsOf, type TaskKinds } from '../../platform/tasks/tasks.rules.ts'

// The admins' work list, GET /api/work_list: tasks that the shop cannot do without an admin.
// Decisions that a person waits for come first, tasks that no admin can end today last.

export type WorkRow = TaskRow & {
  /** For money without an order: the orders that it may be meant for, the likeliest first. */
  candidates: Candidate[]
}

export const workQueryOf = (kinds: TaskKinds) =>
  Type.Object({
    ...PageQuery,
    /** Only the tasks of this group. */
    group: Type.Optional(oneOf(groupsOf(kinds))),
  })
export type WorkQuery = Type.Static<ReturnType<typeof workQueryOf>>

/** The number of tasks in each group. The reply for a single group has all counts, too. */
export type WorkCounts = Record<string, number>

export type WorkList = { data: WorkRow[]; next_cursor: string | null; counts: WorkCounts }

/** GET /api/work_list/count: the number of all tasks, for the menu. May be some seconds old. */
export const WorkCount = Type.Object({ count: Type.Integer() })
export type WorkCount = Type.Static<typeof WorkCount>

/** The reply of the list, with the names of the declared kinds and actions. */
export function workListOf(kinds: TaskKinds) {
  const actions = Object.values(kinds).flatMap((kind) => kind.actions.map(({ name }) => name))
  const kind = oneOf(Object.keys(kinds))
  const candidates = Type.Array(Candidate)
  const { properties } = listOf(
    Type.Object({ ...TaskRow.properties, kind, actions: Type.Array(oneOf(actions)), candidates }),
  )
  const counts = groupsOf(kinds).map((group) => [group, Type.Integer()] as const)
  return Type.Object({ ...properties, counts: Type.Object(Object.fromEntries(counts)) })
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
       * 'Books match M-PESA, Sun, Nov 22, 6:00 AM', or the number of differences, or the reason why
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
