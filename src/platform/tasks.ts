import type { RawBuilder } from 'kysely'
import type { TaskKind, TaskKinds } from './tasks.rules.ts'

export type TaskTimes = { now: Date; timeScale: number }

/** The parts of the statement that selects the rows of a kind. */
export type TaskSource<F> = {
  /** Names what the row is about. Distinct among the rows of the kind. */
  key: RawBuilder<unknown>
  since: RawBuilder<unknown>
  order_id?: RawBuilder<unknown>
  /** The event; without it, the event of the order. */
  event_id?: RawBuilder<unknown>
  receipt?: RawBuilder<unknown>
  amount_cents?: RawBuilder<unknown>
  /** When the shop takes its next step. */
  until?: RawBuilder<unknown>
  facts: { [K in keyof F]: RawBuilder<unknown> }
  /** The tables and conditions, without the word 'from'. */
  from: RawBuilder<unknown>
}

type TaskRows<K> = {
  [N in keyof K]: K[N] extends TaskKind<infer F> ? (times: TaskTimes) => TaskSource<F> : never
}

export type Tasks = Record<
  string,
  TaskKind<object> & { rows(times: TaskTimes): TaskSource<object> }
>

/** Declares kinds of tasks with their rows. A kind without rows, or without a fact, has no type. */
export function declareTasks<K extends TaskKinds>(kinds: K, rows: TaskRows<K>): Tasks {
  const tasks = Object.entries(kinds).map(([kind, texts]) => [kind, { ...texts, rows: rows[kind] }])
  return Object.fromEntries(tasks)
}
