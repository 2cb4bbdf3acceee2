import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, type Problem, wordsOf } from '../../ui/api.ts'
import { Field } from '../../ui/field.tsx'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { formatExactKes } from '../../ui/office/words.rules.ts'
import type { PayoutReply } from '../payouts.contract.ts'

const NOT_RECORDED = 'No connection. The payout may be recorded; try again with the same reference.'

/** An admin says what was paid to an event's organizer. The money itself moves elsewhere. */
export function PayoutForm({
  eventId,
  owed,
  onClose,
  onRecorded,
}: {
  eventId: string
  owed: number
  onClose: () => void
  onRecorded: (words: string) => void
}) {
  const [amount, setAmount] = useState(String(owed))
  const [reference, setReference] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function send() {
    setIsBusy(true)
    const path = `/api/events/${encodeURIComponent(eventId)}/payouts`
    const body = { amount: Number(amount), reference }
    const answer = await callApi<PayoutReply>(sessionFetch, path, jsonPost(body))
    setIsBusy(false)
    if (!answer.ok) return setProblem(answer)
    onRecorded(`${formatExactKes(answer.data.amount)} paid out, ${answer.data.reference}`)
  }

  const errorOf = (field: string) => (problem?.field === field ? problem.error : null)
  const isElsewhere = problem && !['amount', 'reference'].includes(problem.field ?? '')
  return (
    <ModalForm
      title="Record a payout"
      about={`Once the money has left the bank. ${formatExactKes(owed)} is owed to the organizer.`}
      yes={['Record payout', 'Saving...']}
      problem={isElsewhere ? wordsOf(problem, NOT_RECORDED) : ''}
      isBusy={isBusy}
      onClose={onClose}
      onSend={() => void send()}
    >
      <Field
        label="Amount in KES"
        type="number"
        inputMode="decimal"
        min={0.01}
        step={0.01}
        required
        value={amount}
        error={errorOf('amount')}
        onChange={(typed) => setAmount(typed.target.value)}
      />
      <Field
        label="Reference"
        required
        maxLength={100}
        autoComplete="off"
        hint="As the bank or M-PESA calls it. One reference is one payout."
        value={reference}
        error={errorOf('reference')}
        onChange={(typed) => setReference(typed.target.value)}
      />
    </ModalForm>
  )
}
