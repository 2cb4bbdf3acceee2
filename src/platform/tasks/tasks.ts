import type { RawBuilder } from 'kysely'
import type { TaskKinds } from './tasks.rules.ts'

export type TaskTimes = {
  now: Date
  timeScale: number
  /** The business days within which an admin decides about a payout. */
  payoutDecisionDays: number
}

/**
 * A statement that selects the rows of a kind, with these columns: `key`, distinct among the rows;
 * `since`; if the rows have them, `order_id`, `event_id`, `receipt`, `amount_cents`, `until` (the
 * time of the shop's next step) and `is_not_today` (whether no admin can end the task today); and
 * the facts of the kind.
 */
type SelectRows = (times: TaskTimes) => RawBuilder<unknown>

export type Tasks = Record<string, TaskKinds[string] & { rows: SelectRows }>

/** Combines declared kinds of tasks with the statements that select their rows. */
export function declareTasks<K extends TaskKinds>(
  kinds: K,
  rows: Record<keyof K, SelectRows>,
): Tasks {
  const tasks = Object.entries(kinds).map(([kind, texts]) => [kind, { ...texts, rows: rows[kind] }])
  return Object.fromEntries(tasks)
}
