import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, wordsOf } from '../../ui/api.ts'
import { Field } from '../../ui/field.tsx'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { formatExactKes } from '../../ui/office/words.rules.ts'
import type { PayoutReply } from '../payouts.contract.ts'

const NOT_TAKEN_BACK = 'No connection. Please try again; it is taken back once.'

/** An admin recorded a payout by mistake. No money moves. */
export function PayoutBackForm({
  id,
  amount,
  reference,
  onClose,
  onTakenBack,
}: {
  /** Of the payout in the books. */
  id: number
  amount: number
  reference: string
  onClose: () => void
  onTakenBack: (words: string) => void
}) {
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  async function send() {
    setIsBusy(true)
    const path = `/api/payouts/${id}/take_back`
    const answer = await callApi<PayoutReply>(sessionFetch, path, jsonPost({ words }))
    setIsBusy(false)
    if (!answer.ok) return setProblem(wordsOf(answer, NOT_TAKEN_BACK))
    onTakenBack(`The payout ${answer.data.reference} is taken back.`)
  }
  return (
    <ModalForm
      title="Take back a payout"
      about={`${formatExactKes(amount)}, ${reference}: recorded by mistake. It is owed again; no money moves.`}
      yes={['Take back', 'Saving...']}
      problem={problem}
      isBusy={isBusy}
      onClose={onClose}
      onSend={() => void send()}
    >
      <Field
        label="What went wrong"
        required
        pattern=".*\S.*"
        maxLength={500}
        autoComplete="off"
        hint="It stands in the audit log."
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
    </ModalForm>
  )
}
