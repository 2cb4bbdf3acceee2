import { type FormEvent, useId, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, type Problem, wordsOf } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Modal } from '../../ui/office/modal.tsx'
import { formatExactKes } from '../../ui/office/words.rules.ts'
import type { FeeReply } from '../fees.contract.ts'

/** What an organizer pays of the sales from now on. */
export function FeeForm({
  fee,
  onClose,
  onSaved,
}: {
  fee: FeeReply
  onClose: () => void
  onSaved: (words: string) => void
}) {
  const id = useId()
  const [percent, setPercent] = useState(String(fee.basis_points / 100))
  const [fixed, setFixed] = useState(String(fee.fixed))
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    const body = { basis_points: Math.round(Number(percent) * 100), fixed: Number(fixed) }
    const path = `/api/accounts/${fee.id}/fee`
    const answer = await callApi<FeeReply>(sessionFetch, path, { ...jsonPost(body), method: 'PUT' })
    setIsBusy(false)
    if (!answer.ok) return setProblem(answer)
    const { full_name, basis_points, fixed: each } = answer.data
    onSaved(`${full_name} pays ${basis_points / 100}% and ${formatExactKes(each)} a ticket.`)
  }

  const errorOf = (field: string) => (problem?.field === field ? problem.error : null)
  const isElsewhere = problem && !['basis_points', 'fixed'].includes(problem.field ?? '')
  return (
    <Modal titleId={id} onClose={onClose}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <h2 id={id} className="text-lead font-bold">
          Fee of {fee.full_name}
        </h2>
        <p className="text-quiet">Of sales from now on. Those before keep the fee of their time.</p>
        <div role="alert">
          {isElsewhere && <Notice look="bad">{wordsOf(problem, 'No connection.')}</Notice>}
        </div>
        <Field
          label="Percent of the amount"
          type="number"
          inputMode="decimal"
          min={0}
          max={100}
          step={0.01}
          required
          value={percent}
          error={errorOf('basis_points')}
          onChange={(typed) => setPercent(typed.target.value)}
        />
        <Field
          label="KES for each ticket"
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          required
          value={fixed}
          error={errorOf('fixed')}
          onChange={(typed) => setFixed(typed.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={isBusy}>
            {isBusy ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
