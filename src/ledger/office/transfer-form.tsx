import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { nairobiDate } from '../../platform/nairobi.rules.ts'
import { callApi, jsonPost, type Problem, wordsOf } from '../../ui/api.ts'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/office/form-parts.tsx'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { formatExactKes } from '../../ui/office/words.rules.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { TransferWay } from '../ledger.rules.ts'
import type { MoneyTransfer, MoneyTransferRequest } from '../money-transfers.contract.ts'

const NOT_RECORDED =
  'No connection. The transfer may be recorded; try again with the same reference.'

const WAYS: Record<TransferWay, string> = {
  collection_to_utility: 'Collection to utility',
  bank_to_utility: 'Bank to utility',
  collection_to_bank: 'Collection to bank',
}

/** An admin says what went from one account of ours to another. The money itself moves elsewhere. */
export function TransferForm({
  onClose,
  onRecorded,
}: {
  onClose: () => void
  onRecorded: (words: string) => void
}) {
  const today = nairobiDate(new Date())
  const [way, setWay] = useState<TransferWay>('collection_to_utility')
  const [typed, setTyped] = useState({ amount: '', reference: '', day: today })
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function send() {
    setIsBusy(true)
    const body: MoneyTransferRequest = { ...typed, way, amount: Number(typed.amount) }
    const answer = await callApi<MoneyTransfer>(
      sessionFetch,
      '/api/money_transfers',
      jsonPost(body),
    )
    setIsBusy(false)
    if (!answer.ok) return setProblem(answer)
    onRecorded(`${formatExactKes(answer.data.amount)} recorded, ${answer.data.reference}`)
  }

  const inputOf = (name: keyof typeof typed) => ({
    required: true,
    value: typed[name],
    error: problem?.field === name ? problem.error : null,
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setTyped({ ...typed, [name]: target.value }),
  })
  const isElsewhere = problem && !(problem.field && problem.field in typed)
  return (
    <ModalForm
      title="Record a transfer"
      about={<WholeWords text="Once the money has moved, in M-PESA’s portal or at the bank." />}
      yes={['Record transfer', 'Saving...']}
      problem={isElsewhere ? wordsOf(problem, NOT_RECORDED) : ''}
      isBusy={isBusy}
      onClose={onClose}
      onSend={() => void send()}
    >
      <SelectField
        label="From and to"
        options={Object.entries(WAYS)}
        value={way}
        onChange={({ target }) => setWay(target.value as TransferWay)}
      />
      <Field
        label="Amount in KES"
        type="number"
        inputMode="decimal"
        min={0.01}
        step={0.01}
        {...inputOf('amount')}
      />
      <Field
        label="Reference"
        maxLength={100}
        autoComplete="off"
        hint="As M-PESA or the bank calls it. One reference is one transfer."
        {...inputOf('reference')}
      />
      <Field label="Day" type="date" max={today} {...inputOf('day')} />
    </ModalForm>
  )
}
