import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { attachedText } from '../../payments/office/attached-text.ts'
import { lookAgain } from '../../payments/unmatched/payment-tasks.rules.ts'
import type {
  AttachReply,
  Candidate,
} from '../../payments/unmatched/unmatched-receipts.contract.ts'
import type { TaskAction } from '../../platform/tasks/tasks.rules.ts'
import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import type { WorkRow } from '../work-list/work-list.contract.ts'
import { bodyOf, doneText, pathOf } from '../work-list/work-list.rules.ts'

/** `decided`: the row whose action has succeeded. */
type ActionResult = { look: 'good' | 'bad'; text: string; decided?: WorkRow }

export type WorkActions = ReturnType<typeof useWorkActions>

/** Runs the actions of admins, reports the result, and reloads the list. */
export function useWorkActions(again: () => void) {
  const [busy, setBusy] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<ActionResult | null>(null)
  /** Returns the code of a refusal, or null. */
  async function send<T>(
    { name, path, body, row }: { name: string; path: string; body?: object; row?: WorkRow },
    done: (answer: T) => string,
  ): Promise<string | null> {
    if (busy !== null) return 'busy'
    setBusy(name)
    const init = body ? jsonPost(body) : { method: 'POST' }
    const answer = await callApi<T>(sessionFetch, path, init)
    setBusy(null)
    // The row then offers an action that attaches the receipt although M-Pesa's list lacks it.
    if (!answer.ok && answer.code === 'receipt_not_listed') return answer.code
    setOutcome(
      answer.ok
        ? { look: 'good', text: done(answer.data), ...(row && { decided: row }) }
        : { look: 'bad', text: problemText(answer, 'No connection. Please try again.') },
    )
    again()
    return answer.ok ? null : answer.code
  }
  return {
    busy,
    outcome,
    dismiss: () => setOutcome(null),
    press: (action: TaskAction, row: WorkRow, typed?: object) =>
      send(
        {
          name: `${action.name} ${row.id}`,
          path: pathOf(action, row),
          body: bodyOf(row, typed),
          row,
        },
        () => doneText(action, row),
      ),
    look: () => send({ name: 'look', path: lookAgain.path }, () => lookAgain.done ?? ''),
    attach: (action: TaskAction, row: WorkRow, { order_id, code }: Candidate, unlisted: boolean) =>
      send<AttachReply>(
        { name: `${row.key} ${order_id}`, path: pathOf(action, row), body: { order_id, unlisted } },
        (answer) => attachedText(row.key, code, answer),
      ),
  }
}
