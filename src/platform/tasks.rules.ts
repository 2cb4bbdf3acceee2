// A task is something that only an admin can do, such as an approval. The room that knows a kind of
// task declares it: texts and actions here, its rows with `declareTasks` (tasks.ts). The work list
// unites the rows of all kinds.

/** A row for the texts of its kind, with amount and times in words. */
export type Task<F> = {
  /** 'KES 900', or 'nothing'. */
  amount: string
  since: string
  /** The time of the shop's next step; null if the row has none. */
  until: string | null
  /** The facts that rows of this kind have, as the kind's statement returns them in JSON. */
  facts: F
}

/** A row of the work list on the screen. */
export type TaskRow = {
  kind: string
  key: string
  order_id: string | null
  order_code: string | null
  event: { id: string; title: string } | null
  receipt: string | null
  /** Shillings. */
  amount: number | null
  known: string
  actions: string[]
}

type FormField = {
  /** The field of the request's body. */
  name: string
  label: string
  hint: string
  maxLength: number
  type?: 'tel'
}

export type TaskForm = {
  title: string
  yes: string
  fields: FormField[]
  /** The accounts that may have paid, with their labels, if the action records what an admin paid. */
  paidFrom?: Record<string, string>
}

/** A dialog before an action that pays money out. */
export type TaskQuestion = {
  title(row: TaskRow): string
  yes(row: TaskRow): string
  /** 'Cancel' unless stated. */
  no?: string
  words(row: TaskRow): string
}

type Named = {
  name: string
  label: string | ((row: TaskRow) => string)
  path(row: TaskRow): string
}

/** A call that the audit log records. */
export type TaskCall = Named & {
  opens?: undefined
  /** Shown after the call has succeeded. */
  done: string
  form?: TaskForm
  question?: TaskQuestion
}

/** A call, a link to a page, or a call for each of the row's candidates. */
export type TaskAction = TaskCall | (Named & { opens: 'page' | 'candidates' })

export type TaskKind<F> = {
  title: string
  isBad?: true
  /** The facts that the shop knows, in words. */
  known(row: Task<F>): string
  /** The next step that the shop takes without an admin, and its time. */
  next(row: Task<F>): string
  actions: readonly (TaskAction & { isOffered?(row: Task<F>): boolean })[]
  /** A page on which an admin acts on the row. */
  link?(row: TaskRow): { to: string; label: string } | null
  /** The page of the event to which the event's title links. */
  eventPage?: 'statement'
  /** Names the state that the row shows, for an action that approves this state. */
  version?(facts: F): string
  /** The accounts that may have paid manually, beginning with the likeliest for a receipt. */
  paidFrom?(facts: F): string[]
}

export type TaskKinds = Record<string, TaskKind<object>>

export type NoFacts = Record<never, never>

/** Types the facts of a kind. */
export const declareTask = <F extends object>(kind: TaskKind<F>): TaskKind<F> => kind

/** 'Nothing until someone …': an admin has the next step. */
export const nothingUntil = (step: string) => () => `Nothing until someone ${step}`
