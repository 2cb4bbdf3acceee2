import { type FormEvent, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, type Problem, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormWindow } from '../../ui/office/form-window.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { TypeHolders } from '../entry-rules/entry-rules.contract.ts'

/** Moves all tickets of a type to another gate. Shows how many holders will get an SMS. */
export function MoveTypeForm({
  eventId,
  type,
  gates,
  onMoved,
  onClose,
}: {
  eventId: string
  type: { id: string; name: string }
  gates: { id: string; name: string }[]
  onMoved: (gate: string, holders: number) => void
  onClose: () => void
}) {
  const path = `/api/events/${eventId}/ticket_types/${type.id}`
  const { data } = useQuery<TypeHolders>(`${path}/holders`, (signal) =>
    callApi<TypeHolders>(sessionFetch, `${path}/holders`, { signal }),
  )
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function onSubmit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    if (isBusy) return
    const gateId = String(new FormData(submitted.currentTarget).get('gate'))
    setIsBusy(true)
    const answer = await callApi(sessionFetch, `${path}/gate`, jsonPost({ gate_id: gateId }))
    setIsBusy(false)
    const gate = gates.find(({ id }) => id === gateId)?.name ?? ''
    if (answer.ok) onMoved(gate, data?.holders ?? 0)
    else setProblem(answer)
  }

  return (
    <FormWindow
      noValidate
      title={`Change gate of ${type.name}?`}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p role="status">{data ? holdersLabel(data.holders) : 'Counting ticket holders…'}</p>
      <p className="text-quiet">
        Ticket pages show the new gate immediately, gate phones at their next sync.
      </p>
      {problem && (
        <Notice look="bad" role="alert">
          {problemText(
            problem,
            'No connection. The gate may have changed; check before you try again.',
          )}
        </Notice>
      )}
      <SelectField
        label="New gate"
        name="gate"
        options={gates.map(({ id, name }) => [id, name] as const)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onClose}>
          Go back
        </Button>
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy ? 'Changing...' : 'Change and notify'}
        </Button>
      </div>
    </FormWindow>
  )
}

function holdersLabel(holders: number): string {
  if (holders === 0) return 'No one has this ticket type, so no SMS is sent.'
  return holders === 1
    ? '1 holder gets an SMS with the new gate.'
    : `${formatCount(holders)} holders get an SMS with the new gate.`
}
