import { type FormEvent, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { callApi, jsonPost, type Problem, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CheckField } from '../../ui/office/form-parts.tsx'
import { FormWindow } from '../../ui/office/form-window.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { MadeGatePhone } from '../gate.contract.ts'
import { useGates } from './use-gates.ts'

export type GateEvent = Pick<EventReply, 'id' | 'gates' | 'ticket_types'>

const FIELDS = ['name', 'phone', 'gate_id']

export function NewPhone({
  event,
  canSell,
  onMade,
  onClose,
}: {
  event: GateEvent
  canSell: boolean
  onMade: (made: MadeGatePhone, name: string, sent: boolean) => void
  onClose: () => void
}) {
  const gates = useGates(event)
  const hasAddOns = event.ticket_types.some(({ kind }) => kind === 'add_on')
  const [maySell, setMaySell] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function onSubmit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    if (isBusy) return
    const typed = new FormData(submitted.currentTarget)
    const field = (name: string) => String(typed.get(name) ?? '').trim()
    const name = field('name')
    const phone = field('phone')
    if (name === '') return setProblem({ ...NO_NAME })
    setIsBusy(true)
    const body = {
      name,
      event_id: event.id,
      gate_id: field('gate') || null,
      may_sell: maySell,
      phone: phone || null,
    }
    const answer = await callApi<MadeGatePhone>(sessionFetch, '/api/gate_phones', jsonPost(body))
    setIsBusy(false)
    if (answer.ok) onMade(answer.data, name, phone !== '')
    else setProblem(answer)
  }

  const errorOf = (field: string) => (problem?.field === field ? problem.error : null)
  const isElsewhere = problem && !FIELDS.includes(problem.field ?? '')
  return (
    <FormWindow noValidate title="Add gate phone" onSubmit={onSubmit} onClose={onClose}>
      {isElsewhere && (
        <Notice look="bad" role="alert">
          {problemText(problem, 'No connection. Check the list before you try again.')}
        </Notice>
      )}
      <Field
        label="Name"
        name="name"
        maxLength={60}
        autoComplete="off"
        hint="The steward's name or the place. Appears with each check-in."
        error={errorOf('name')}
      />
      <SelectField
        label="Gate"
        name="gate"
        hint={hasAddOns ? "With 'All gates' the steward picks the gate for add-ons." : undefined}
        options={[
          ['', 'All gates'],
          ...gates.map(({ id, name }) => [id, `${name}${redeemsText(event, id)}`] as const),
        ]}
      />
      {canSell && (
        <CheckField
          label="May sell tickets"
          hint="At the door, by M-PESA or in cash."
          checked={maySell}
          onChange={setMaySell}
        />
      )}
      <Field
        label="Phone number (optional)"
        name="phone"
        type="tel"
        autoComplete="off"
        hint="Sends the link by SMS. The number is not kept with the phone."
        error={errorOf('phone')}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onClose}>
          Go back
        </Button>
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Adding...' : 'Add phone'}
        </Button>
      </div>
    </FormWindow>
  )
}

/** Text after the name of a gate that redeems add-ons: ' (redeems Parking, no entrance)'. */
function redeemsText({ ticket_types }: GateEvent, gateId: string): string {
  const names = ticket_types
    .filter(({ kind, gate_ids = [] }) => kind === 'add_on' && gate_ids.includes(gateId))
    .map(({ name }) => name)
  return names.length === 0 ? '' : ` (redeems ${names.join(', ')}, no entrance)`
}

const NO_NAME: Problem = {
  ok: false,
  status: 422,
  code: 'invalid_field',
  error: 'Enter a name for the phone.',
  field: 'name',
}
