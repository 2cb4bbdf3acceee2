import { matchCandidatesOf } from '../../payments/unmatched/match-candidates.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { readPage, takePage } from '../../platform/http/list-page.ts'
import { type TaskRow, URGENCIES } from '../../platform/tasks/tasks.contract.ts'
import { groupsOf, type Task, type TaskKind } from '../../platform/tasks/tasks.rules.ts'
import type { Tasks } from '../../platform/tasks/tasks.ts'
import { amountText, toKes } from '../../platform/values/money.rules.ts'
import { differenceText } from '../reconcile/difference-text.rules.ts'
import { selectLastReconciliation } from '../reconcile/reconciliation.sql.ts'
import type { LastReconciliation, WorkCount, WorkList, WorkQuery } from './work-list.contract.ts'
import { momentText, reconciliationText } from './work-list.rules.ts'
import { countWork, selectWork, URGENT_WORK, type WorkItem } from './work-list.sql.ts'

/**
 * Reads a page of the tasks that an admin must do: first decisions that a person waits for, last
 * tasks that no admin can end today.
 */
export async function listWork(
  { db, clock, env, timeScale }: Pick<Deps, 'db' | 'clock' | 'env' | 'timeScale'>,
  tasks: Tasks,
  query: WorkQuery,
): Promise<WorkList> {
  const wanted = readPage(URGENT_WORK, query, 50)
  const { payoutDecisionDays } = env
  const times = { now: clock.now(), timeScale, payoutDecisionDays }
  const { items, counts } = await selectWork(db, tasks, times, {
    page: wanted,
    group: query.group,
  })
  const { page, next_cursor } = takePage(items, wanted)
  const rows = page.map((item) => toRow(item, tasks[item.kind]!))
  const strays = rows.flatMap(({ key, actions }) => (actions.includes('attach') ? [key] : []))
  const candidatesOf = await matchCandidatesOf(db, strays)
  const data = rows.map((row) => ({ ...row, candidates: candidatesOf(row.key) }))
  const all = groupsOf(tasks).map((group) => [group, counts[group] ?? 0] as const)
  return { data, next_cursor, counts: Object.fromEntries(all) }
}

/** The time in ms for which the menus of all admins share one count. */
const COUNT_MS = 2000

/** Returns a function that reads the number of all tasks, for the menus of admins. */
export function makeWorkCount(
  { reads, clock, env, timeScale }: Pick<Deps, 'reads' | 'clock' | 'env' | 'timeScale'>,
  tasks: Tasks,
): () => Promise<WorkCount> {
  let last: { at: number; count: number } | null = null
  return async () => {
    const now = clock.now()
    if (!last || now.getTime() - last.at >= COUNT_MS * timeScale) {
      const times = { now, timeScale, payoutDecisionDays: env.payoutDecisionDays }
      last = { at: now.getTime(), count: await countWork(reads, tasks, times) }
    }
    return { count: last.count }
  }
}

function toRow(item: WorkItem, kind: TaskKind<object>): TaskRow {
  const { since, amount_cents, until, facts, event_id, event_title, rank, ...shown } = item
  const task: Task<object> = {
    amount: amountText(amount_cents),
    since: momentText(since),
    until: until && momentText(until),
    facts,
  }
  const actions = kind.actions.filter((action) => action.isOffered?.(task) ?? true)
  const part = kind.partOf?.(facts)
  const isPayment = actions.some(({ form }) => form?.paidFrom)
  return {
    ...shown,
    urgency: URGENCIES[rank]!,
    since: since.toISOString(),
    event: event_id !== null && event_title !== null ? { id: event_id, title: event_title } : null,
    ...(part && { part }),
    amount: amount_cents === null ? null : toKes(amount_cents),
    known: kind.known(task),
    ...(kind.labelPhone && { phone_label: kind.labelPhone(facts) }),
    ...(kind.decideOn && { facts: kind.decideOn(task) }),
    by_itself: kind.next(task),
    actions: actions.map(({ name }) => name),
    version: kind.version?.(facts) ?? null,
    paid_from: (isPayment && kind.paidFrom?.(facts)) || [],
  }
}

/** The result of the latest comparison of our ledger with M-Pesa's list. */
export async function readLastReconciliation({
  db,
}: Pick<Deps, 'db'>): Promise<LastReconciliation> {
  const last = await selectLastReconciliation(db)
  if (!last) return { last: null }
  const { ended_at, unread, differences } = last
  return {
    last: {
      at: ended_at.toISOString(),
      words: reconciliationText(last),
      agrees: differences.length === 0 && unread === null,
      differences: differences.map(differenceText),
    },
  }
}
