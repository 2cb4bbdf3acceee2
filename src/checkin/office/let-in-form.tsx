import { type FormEvent, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, type Problem, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormWindow } from '../../ui/office/form-window.tsx'
import { randomId } from '../../ui/random-id.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { CheckInReply } from '../checkin.contract.ts'
import type { EntryGate, FoundTickets } from '../command-view.contract.ts'

export type FoundTicket = FoundTickets['data'][number]

const NOT_TOLD = 'No connection. Safe to try again.'

const NO_REASON: Problem = {
  ok: false,
  status: 422,
  code: 'invalid_field',
  error: 'Enter a reason.',
  field: 'reason',
}

export function LetInForm({
  eventId,
  ticket,
  gates,
  onDone,
  onClose,
}: {
  eventId: string
  ticket: FoundTicket
  gates: EntryGate[]
  onDone: (look: 'good' | 'bad', text: string) => void
  onClose: () => void
}) {
  // All retries send the same nonce, so that a retry after a lost response lets no one in again.
  const [nonce] = useState(randomId)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { ticket_number, ticket_type, left, kind } = ticket
  const fitting = gates.filter(({ redeems = [] }) =>
    kind ? redeems.includes(ticket_type) : redeems.length === 0,
  )
  const own = fitting.find(({ name }) => name === ticket.gate) ?? fitting[0]

  async function onSubmit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    if (isBusy) return
    const typed = new FormData(submitted.currentTarget)
    const field = (name: string) => String(typed.get(name) ?? '').trim()
    const body = {
      ticket_number,
      event_id: eventId,
      gate_id: field('gate') || null,
      admits: Number(field('admits')),
      reason: field('reason'),
      nonce,
    }
    if (body.reason === '') return setProblem(NO_REASON)
    setIsBusy(true)
    const answer = await callApi<CheckInReply>(sessionFetch, '/api/check_ins', jsonPost(body))
    setIsBusy(false)
    if (!answer.ok) return setProblem(answer)
    onDone(answer.data.result === 'valid' ? 'good' : 'bad', answer.data.message)
  }

  const isElsewhere = problem && problem.field !== 'reason'
  const counts = Array.from({ length: left }, (_, at) => String(left - at))
  return (
    <FormWindow
      noValidate
      title={kind ? 'Redeem without a scan' : 'Manual entry'}
      onSubmit={onSubmit}
      onChange={() => setProblem(null)}
      onClose={onClose}
    >
      <p>
        <span>{ticket_type}</span>, <span className="font-mono">{ticket_number}</span>. Recorded
        under your name.
      </p>
      {isElsewhere && (
        <Notice look="bad" role="alert">
          {problemText(problem, NOT_TOLD)}
        </Notice>
      )}
      <SelectField
        label={kind ? 'How many' : 'People'}
        name="admits"
        options={counts.map((count) => [count, count] as const)}
      />
      <SelectField
        label="Gate"
        name="gate"
        defaultValue={own?.gate_id ?? ''}
        options={fitting.map(({ gate_id, name }) => [gate_id ?? '', name] as const)}
      />
      <Field
        label="Reason"
        name="reason"
        maxLength={200}
        autoComplete="off"
        hint="For example: phone broken, ID checked."
        error={problem?.field === 'reason' ? problem.error : null}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onClose}>
          Go back
        </Button>
        <Button type="submit" aria-disabled={isBusy}>
          {kind ? (isBusy ? 'Redeeming...' : 'Redeem') : isBusy ? 'Letting in...' : 'Let in'}
        </Button>
      </div>
    </FormWindow>
  )
}
