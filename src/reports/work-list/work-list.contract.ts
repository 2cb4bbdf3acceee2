import { Type } from 'typebox'
import { Candidate } from '../../payments/unmatched/unmatched-receipts.contract.ts'
import { listOf, nullable, oneOf, PageQuery } from '../../platform/http/platform.contract.ts'
import { TaskRow } from '../../platform/tasks/tasks.contract.ts'
import type { TaskKinds } from '../../platform/tasks/tasks.rules.ts'

// The admins' work list, GET /api/work_list: tasks that the shop cannot do without an admin, the
// oldest first.

export type WorkRow = TaskRow & {
  /** For money without an order: the orders that it may be meant for, the likeliest first. */
  candidates: Candidate[]
}

export const WorkQuery = Type.Object(PageQuery)
export type WorkQuery = Type.Static<typeof WorkQuery>

export type WorkList = { data: WorkRow[]; next_cursor: string | null }

/** The reply of the list, with the names of the declared kinds and actions. */
export function workListOf(kinds: TaskKinds) {
  const actions = Object.values(kinds).flatMap((kind) => kind.actions.map(({ name }) => name))
  const kind = oneOf(Object.keys(kinds))
  const candidates = Type.Array(Candidate)
  return listOf(
    Type.Object({ ...TaskRow.properties, kind, actions: Type.Array(oneOf(actions)), candidates }),
  )
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
