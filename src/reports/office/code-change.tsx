import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { CodeId, PromoCode } from '../../events/codes/promo-codes.contract.ts'
import { instantOfField, nairobiField } from '../../platform/values/nairobi.rules.ts'
import { callApi, jsonPost, type Problem, problemText } from '../../ui/api.ts'
import { Field } from '../../ui/field.tsx'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { MaximumFields } from './code-fields.tsx'
import { nameOf } from './code-state.ts'

const FIELDS = ['max_tickets', 'max_per_phone', 'ends_at']

/** The dialog that changes a code's maximum and its end. */
export function CodeChangeForm({
  eventId,
  code,
  onClose,
  onChanged,
}: {
  eventId: string
  code: PromoCode
  onClose: () => void
  onChanged: (text: string) => void
}) {
  const [draft, setDraft] = useState({
    max_tickets: String(code.max_tickets ?? ''),
    max_per_phone: String(code.max_per_phone ?? ''),
    ends_at: nairobiField(code.ends_at),
  })
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const onChange = (changes: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    setProblem(null)
  }

  async function send() {
    setIsBusy(true)
    const path = `/api/events/${eventId}/promo_codes/${code.id}`
    const ends_at = instantOfField(draft.ends_at)
    const body = {
      max_tickets: draft.max_tickets === '' ? null : Number(draft.max_tickets),
      max_per_phone: draft.max_per_phone === '' ? null : Number(draft.max_per_phone),
      // An end that has passed stays as it is.
      ...(draft.ends_at !== nairobiField(code.ends_at) && { ends_at }),
    }
    const request = { ...jsonPost(body), method: 'PUT' }
    const answer = await callApi<CodeId>(sessionFetch, path, request)
    setIsBusy(false)
    if (!answer.ok) return setProblem(answer)
    onChanged(`${nameOf(code)} is changed.`)
  }

  const errorOf = (field: string) => (problem?.field === field ? problem.error : null)
  const isElsewhere = problem !== null && !FIELDS.includes(problem.field ?? '')
  return (
    <ModalForm
      title={`Change ${nameOf(code)}`}
      about="Orders that hold tickets keep their price."
      yes={['Save', 'Saving...']}
      problem={isElsewhere ? problemText(problem, 'No connection. Try again.') : ''}
      isBusy={isBusy}
      onClose={onClose}
      onSend={() => void send()}
    >
      <MaximumFields draft={draft} onChange={onChange} errorOf={errorOf} />
      <Field
        label="Until"
        hint="Leave empty for the end of the sale."
        type="datetime-local"
        value={draft.ends_at}
        onChange={({ target }) => onChange({ ends_at: target.value })}
        error={errorOf('ends_at')}
      />
    </ModalForm>
  )
}
