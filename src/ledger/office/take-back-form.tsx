import { type ReactNode, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Field } from '../../ui/field.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { ModalForm } from '../../ui/office/modal-form.tsx'

const NOT_TAKEN_BACK = 'No connection. Safe to try again.'

const KINDS = {
  payout: { path: '/api/payouts', outcome: 'Marked as due again.' },
  transfer: { path: '/api/money_transfers', outcome: 'No money moves.' },
}

/** The form that reverses a payout or transfer recorded by mistake. No money moves. */
export function TakeBackForm({
  kind,
  entry: { id, amount, reference },
  onClose,
  onTakenBack,
}: {
  kind: keyof typeof KINDS
  /** The entry to reverse. */
  entry: { id: number; amount: number; reference: string }
  onClose: () => void
  onTakenBack: (text: string) => void
}) {
  const { path, outcome } = KINDS[kind]
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  async function send() {
    setIsBusy(true)
    const answer = await callApi<{ reference: string }>(
      sessionFetch,
      `${path}/${id}/take_back`,
      jsonPost({ words: reason }),
    )
    setIsBusy(false)
    if (!answer.ok) return setProblem(problemText(answer, NOT_TAKEN_BACK))
    onTakenBack(`${kind === 'payout' ? 'Payout' : 'Transfer'} ${answer.data.reference} reversed.`)
  }
  return (
    <ModalForm
      title={`Reverse this ${kind}`}
      about={`${formatExactKes(amount)}, ${reference}: recorded by mistake. ${outcome}`}
      yes={['Reverse', 'Saving...']}
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
        hint="Appears in the audit log."
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ModalForm>
  )
}

/**
 * A reference in a list of entries, with a button to reverse the entry if it was recorded by
 * mistake.
 */
export function RecordedReference({
  reference,
  isTakenBack,
  onMistake,
  children,
}: {
  reference: string
  isTakenBack: boolean
  /** Null if the entry cannot be reversed. */
  onMistake: (() => void) | null
  children?: ReactNode
}) {
  return (
    <span className="break-words">
      <span>{reference}</span>
      {isTakenBack && <span className="block text-small text-quiet">Reversed</span>}
      {children}
      {onMistake && (
        <button
          type="button"
          onClick={onMistake}
          className="flex min-h-11 items-center text-small font-semibold text-accent hover:underline"
        >
          Reverse <span className="sr-only">: {reference}</span>
        </button>
      )}
    </span>
  )
}
