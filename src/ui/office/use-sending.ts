import { useState } from 'react'
import { type Answer, type Problem, problemText } from '../api.ts'

/**
 * The sending of a form in a dialog. A refusal is shown at the field that it names, if the form has
 * the field, and otherwise by the dialog. `lost` is the error message if the network failed.
 */
export function useSending(fields: readonly string[], lost: string) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  /** Waits for the answer to the form. Returns null if the form then shows why it failed. */
  async function send<Reply>(answered: Promise<Answer<Reply>>): Promise<Reply | null> {
    setIsBusy(true)
    const answer = await answered
    setIsBusy(false)
    if (answer.ok) return answer.data
    setProblem(answer)
    return null
  }
  const isElsewhere = problem !== null && !fields.includes(problem.field ?? '')
  return {
    send,
    errorOf: (field: string) => (problem?.field === field ? problem.error : null),
    forgetProblem: () => setProblem(null),
    /** For `ModalForm`. */
    form: { isBusy, problem: isElsewhere ? problemText(problem, lost) : '' },
  }
}
