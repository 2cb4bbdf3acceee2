import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { CodeId, PromoCode } from '../../events/codes/promo-codes.contract.ts'
import { typedNumber } from '../../events/edit.rules.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { instantOfField, nairobiField } from '../../platform/values/nairobi-field.rules.ts'
import { callApi, jsonPost } from '../../ui/api.ts'
import { Field } from '../../ui/field.tsx'
import { chosenDay } from '../../ui/office/formats.rules.ts'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { useSending } from '../../ui/office/use-sending.ts'
import { MaximumFields } from './code-fields.tsx'
import { nameOf } from './code-state.ts'

const FIELDS = ['max_tickets', 'max_per_phone', 'ends_at']

/** The dialog that changes a code's maximum and its end. */
export function CodeChangeForm({
  event,
  code,
  onClose,
  onChanged,
}: {
  event: Pick<EventReply, 'id' | 'ticket_types'>
  code: PromoCode
  onClose: () => void
  onChanged: (text: string) => void
}) {
  const [draft, setDraft] = useState({
    max_tickets: String(code.max_tickets ?? ''),
    max_per_phone: String(code.max_per_phone ?? ''),
    ends_at: nairobiField(code.ends_at),
  })
  const { send, errorOf, forgetProblem, form } = useSending(FIELDS, 'No connection. Try again.')
  const onChange = (changes: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    forgetProblem()
  }

  async function save() {
    const path = `/api/events/${event.id}/promo_codes/${code.id}`
    const ends_at = instantOfField(draft.ends_at)
    const body = {
      max_tickets: typedNumber(draft.max_tickets),
      max_per_phone: typedNumber(draft.max_per_phone),
      // Leaves out an unchanged end, because it may have passed.
      ...(draft.ends_at !== nairobiField(code.ends_at) && { ends_at }),
    }
    const request = { ...jsonPost(body), method: 'PUT' }
    const saved = await send(callApi<CodeId>(sessionFetch, path, request))
    if (saved) onChanged(`${nameOf(code)} is changed.`)
  }

  return (
    <ModalForm
      title={`Change ${nameOf(code)}`}
      about="Orders that hold tickets keep their price."
      yes={['Save', 'Saving...']}
      {...form}
      onClose={onClose}
      onSend={() => void save()}
    >
      <MaximumFields
        draft={draft}
        types={event.ticket_types}
        onChange={onChange}
        errorOf={errorOf}
      />
      <Field
        label="Until"
        hint={chosenDay(draft.ends_at) ?? 'Leave empty for the end of the sale.'}
        type="datetime-local"
        value={draft.ends_at}
        onChange={({ target }) => onChange({ ends_at: target.value })}
        error={errorOf('ends_at')}
      />
    </ModalForm>
  )
}
