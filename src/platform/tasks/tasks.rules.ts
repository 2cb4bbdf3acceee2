import type { PayingAccount, TaskFact, TaskRow, Urgency } from './tasks.contract.ts'

// A task is something that only an admin can do, such as an approval. The room that knows a kind of
// task declares it: texts and actions with `declareTask`, and the statement that selects its rows
// with `declareTasks` (tasks.ts). The work list unites the rows of all kinds.

/** A row as the texts of its kind use it, with the amount and times in words. */
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
  /** The title of the dialog. By default the label of the action. */
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
  /** Replaces this dialog by a dialog of the room, which reads the present facts. */
  review?: 'payout'
  /** The name of the action that this dialog offers instead if its own action would be refused. */
  refusedBy?: string
}

export type TaskAction = {
  name: string
  label: string | ((row: TaskRow) => string)
  /** The address of a call or page. {key}, {order_id} and {order_code} are values of the row. */
  path: string
  /** 'page': a link to a page. 'candidates': a call for each of the row's candidates. */
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
  /** Default 'open'. A row with a true `is_not_today` is 'not_today'. */
  urgency?: Urgency
  isBad?: true
  /** The facts that the shop knows, in words. */
  known(row: Task<F>): string
  /** The facts on which an admin bases a decision. Panel and dialog list each fact separately. */
  decideOn?(row: Task<F>): TaskFact[]
  /** The next step that the shop takes without an admin, and its time. */
  next(row: Task<F>): string
  actions: readonly (TaskAction & { isOffered?(row: Task<F>): boolean })[]
  /** A page on which an admin acts on the row. */
  link?(row: TaskRow): { to: string; label: string } | null
  /** The label of the row's phone number, such as "Payer's phone". */
  phoneLabel?: string
  /** The label of the row's phone number, if the label depends on the row. */
  labelPhone?(facts: F): string
  /** The part of the event that the row is about; null if it is about the whole event. */
  partOf?(facts: F): string | null
  /** The tab of the event to which the event's title links; absent for the overview. */
  eventPage?: 'statement'
  /** Identifies the state that the row shows, for an action that approves this state. */
  version?(facts: F): string
  /** The accounts that may have paid. The first is the likeliest if the reference is a receipt. */
  paidFrom?(facts: F): PayingAccount[]
}

export type TaskKinds = Record<string, TaskKind<object>>

/** The groups of the task kinds, each once, in the order in which they first occur. */
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

/** A form field for an admin's words that explain the action. */
export const explanation = (label: string, hint: string, maxLength = 500): FormField => ({
  name: 'words',
  label,
  hint,
  maxLength,
})

/** A form field for the reference that an admin enters. */
export const reference = (label: string, hint: string): FormField => ({
  name: 'reference',
  label,
  hint,
  maxLength: 60,
})

/** 'Nothing until someone …': the text for tasks whose next step is an admin's. */
export const nothingUntil = (step: string) => () => `Nothing until someone ${step}`

/** "'The hall is closed'.": a person's words as the end of a sentence, with one stop. */
export const quoted = (words: string) => `'${words}'${/[.!?…]$/.test(words) ? '' : '.'}`
