import { looksLikeReceipt } from '../../payments/outgoing/outgoing.rules.ts'
import type { PayingAccount, TaskRow } from '../../platform/tasks/tasks.contract.ts'
import type { TaskAction } from '../../platform/tasks/tasks.rules.ts'
import { formatMoment } from '../../ui/dates.rules.ts'

/** 'Sun, Nov 22, 6:00 AM', in Nairobi. */
export function momentText(at: Date): string {
  return formatMoment(at.toISOString(), at)
}

/** Guesses the account from the form of the reference. The admin can choose another account. */
export function likelyFrom(choices: readonly PayingAccount[], reference: string): PayingAccount {
  return (looksLikeReceipt(reference) ? choices[0] : choices.at(-1)) ?? 'bank'
}

/** The address of an action on a row. */
export function pathOf({ path }: TaskAction, row: TaskRow): string {
  return path.replace(/\{(\w+)\}/g, (_, name: 'key' | 'order_id' | 'order_code') =>
    encodeURIComponent(row[name] ?? ''),
  )
}

/** The sentence after an action on a row. */
export const doneText = ({ done = '' }: TaskAction, { event }: Pick<TaskRow, 'event'>): string =>
  done.replace('{event}', () => event?.title ?? '')

/** The event, the receipt or the order of a row. Null if its kind says it all. */
export const aboutOf = ({ event, receipt, order_code }: TaskRow): string | null =>
  event?.title ?? receipt ?? order_code

/**
 * The task to decide after the one that was decided: the next of its kind, otherwise the first that
 * someone waits for.
 */
export function nextOf<R extends TaskRow>(rows: readonly R[], decided: R): R | undefined {
  const waiting = rows.filter(({ id, urgency }) => id !== decided.id && urgency === 'waited_for')
  return waiting.find(({ kind }) => kind === decided.kind) ?? waiting[0]
}

/** The body of an action: the typed fields or, without them, the version that the admin read. */
export const bodyOf = ({ version }: Pick<TaskRow, 'version'>, typed?: object): object | undefined =>
  typed ?? (version ? { version } : undefined)

type Looked = { ended_at: Date; unread: string | null; differences: readonly unknown[] }

/**
 * 'Books match M-PESA, Sun, Nov 22, 6:00 AM', or the number of differences, or the reason why the list
 * could not be read.
 */
export function reconciliationText({ ended_at, unread, differences }: Looked): string {
  const at = momentText(ended_at)
  const { length } = differences
  const count = `${length} difference${length === 1 ? '' : 's'}`
  if (unread !== null) {
    const books = length === 0 ? 'Books match' : `${count} in the books`
    return `${books}; M-PESA's statement could not be read, ${at}`
  }
  return length === 0 ? `Books match M-PESA, ${at}` : `${count} between books and M-PESA, ${at}`
}
