import type { PayingAccount, TaskFact, TaskRow, Urgency } from './tasks.contract.ts'

// A task is something that only an admin can do, such as an approval. The room that knows a kind of
// task declares it: texts and actions with `declareTask`, and the statement that selects its rows
// with `declareTasks` (tasks.ts). The work list unites the rows of all kinds.

/** A row for the texts of its kind, with amount and times in words. */
export type Task<F> = {
  /** 'KES 900', or 'nothing'. */
  amount: string
  since: string
  /** The time of the shop's next step; null if the row has none. */
  until: string | null
  /** The columns that the kind's statement selects. */
  facts: F
}

/** A field of a form; `name` is the field of the request's body. */
type FormField = { name: string; label: string; hint: string; maxLength: number; type?: 'tel' }

export type TaskForm = {
  /** The action's label unless stated. */
  title?: string
  yes: string
  fields: FormField[]
  /** The effect that no later action undoes. The form then shows the row's facts, too. */
  final?: string
  /** The labels of the accounts, if the action records what an admin paid. */
  paidFrom?: Partial<Record<PayingAccount, string>>
}

/** A dialog before an action that pays money out. */
export type TaskQuestion = {
  title(row: TaskRow): string
  yes(row: TaskRow): string
  text(row: TaskRow): string
  /** Opens a dialog of the room, which reads the facts of the moment, instead. */
  review?: 'payout'
  /** The name of the action that this dialog offers while the action would be refused. */
  refusedBy?: string
}

export type TaskAction = {
  name: string
  label: string | ((row: TaskRow) => string)
  /** The address of the call or page. {key}, {order_id} and {order_code} are of the row. */
  path: string
  /** A link to a page, or a call for each of the row's candidates. */
  opens?: 'page' | 'candidates'
  /** Shown after the call has succeeded. {event} is the title of the row's event. */
  done?: string
  form?: TaskForm
  question?: TaskQuestion
}

export type TaskKind<F> = {
  title: string
  /** The name of a tab of the work list, such as 'books'. */
  group: string
  /** 'open' unless stated. A row with the column `is_not_today` is 'not_today'. */
  urgency?: Urgency
  isBad?: true
  /** The facts that the shop knows, in words. */
  known(row: Task<F>): string
  /** The facts on which an admin decides, one by one, in the panel and before an action. */
  decideOn?(row: Task<F>): TaskFact[]
  /** The next step that the shop takes without an admin, and its time. */
  next(row: Task<F>): string
  actions: readonly (TaskAction & { isOffered?(row: Task<F>): boolean })[]
  /** A page on which an admin acts on the row. */
  link?(row: TaskRow): { to: string; label: string } | null
  /** The label of the row's phone number, such as "Payer's phone". */
  phoneLabel?: string
  /** The label, if it depends on the row. */
  labelPhone?(facts: F): string
  /** The part of the event that the row is about; null if it is about the whole event. */
  partOf?(facts: F): string | null
  /** The tab of the event to which the event's title links; absent for the overview. */
  eventPage?: 'statement'
  /** Names the state that the row shows, for an action that approves this state. */
  version?(facts: F): string
  /** The accounts that may have paid, beginning with the likeliest for a receipt. */
  paidFrom?(facts: F): PayingAccount[]
}

export type TaskKinds = Record<string, TaskKind<object>>

/** The groups of the kinds, in the order of their first kinds. */
export const groupsOf = (kinds: TaskKinds) => [
  ...new Set(Object.values(kinds).map(({ group }) => group)),
]

/** Types the facts of a kind; `object` if it has none. */
export const declareTask = <F extends object>(kind: TaskKind<F>): TaskKind<F> => kind

/** A call to `path`, named after the last part of the path unless `more` names it. */
export const call = (
  path: string,
  label: TaskAction['label'],
  more: { name?: string; done: string } & Pick<TaskAction, 'form' | 'question'>,
): TaskAction => ({ name: path.replace(/.*\//, ''), label, path, ...more })

/** A field for words that explain the action. */
export const explanation = (label: string, hint: string, maxLength = 500): FormField => ({
  name: 'words',
  label,
  hint,
  maxLength,
})

/** A field for the reference of what an admin paid. */
export const reference = (label: string, hint: string): FormField => ({
  name: 'reference',
  label,
  hint,
  maxLength: 60,
})

/** 'Nothing until someone …': an admin has the next step. */
export const nothingUntil = (step: string) => () => `Nothing until someone ${step}`

/** "'The hall is closed'.": a person's words as the end of a sentence, with one stop. */
export const quoted = (words: string) => `'${words}'${/[.!?…]$/.test(words) ? '' : '.'}`
