import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { type Answer, callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { type Column, DataTable, Panel } from '../../ui/office/data-table.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { Question } from '../../ui/office/question.tsx'
import type { EntryGate } from '../command-view.contract.ts'
import type { StopReply } from '../entry-rules/entry-rules.contract.ts'

export function LiveGates({
  eventId,
  gates,
  onChanged,
}: {
  eventId: string
  gates: EntryGate[]
  onChanged: () => void
}) {
  const [asking, setAsking] = useState<EntryGate | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function change(gate: EntryGate) {
    setAsking(null)
    const answer = await changeGate(eventId, gate)
    const failed = gate.is_stopped ? 'reopened' : 'stopped'
    setProblem(
      answer.ok
        ? null
        : problemText(answer, `No connection. Entry at ${gate.name} may not be ${failed} yet.`),
    )
    onChanged()
  }

  const columns: Column<EntryGate>[] = [
    {
      name: 'Gate',
      broad: true,
      cell: ({ name, is_stopped }) => (
        <>
          <b className="mr-2">{name}</b>
          {is_stopped && <Badge look="bad">Entry stopped</Badge>}
        </>
      ),
    },
    { name: 'Inside', numeric: true, cell: ({ inside }) => formatCount(inside) },
    { name: 'Let in', numeric: true, cell: ({ let_in }) => formatCount(let_in) },
    { name: 'Refused', numeric: true, cell: ({ refused }) => formatCount(refused) },
    {
      name: 'Entry',
      broad: true,
      cell: (gate) => (
        <Button look="quiet" onClick={() => setAsking(gate)}>
          <span>{gate.is_stopped ? 'Reopen' : 'Stop entry'}</span>
          <span className="sr-only"> at {gate.name}</span>
        </Button>
      ),
    },
  ]
  return (
    <section aria-labelledby="live-gates">
      <h3 id="live-gates" className="mb-2 font-semibold">
        Gates
      </h3>
      {problem && (
        <Notice look="bad" role="alert">
          {problem}
        </Notice>
      )}
      <Panel>
        <DataTable
          caption="Gates"
          columns={columns}
          rows={gates}
          keyOf={({ gate_id }) => gate_id ?? ''}
        />
      </Panel>
      {asking && (
        <AskFirst gate={asking} onYes={() => void change(asking)} onNo={() => setAsking(null)} />
      )}
    </section>
  )
}

function AskFirst({ gate, onYes, onNo }: { gate: EntryGate; onYes: () => void; onNo: () => void }) {
  if (gate.is_stopped) {
    return (
      <Question title={`Reopen entry at ${gate.name}?`} yes="Reopen" onYes={onYes} onNo={onNo}>
        <p>Phones update at their next sync, within seconds if they are online.</p>
      </Question>
    )
  }
  return (
    <Question title={`Stop entry at ${gate.name}?`} yes="Stop entry" onYes={onYes} onNo={onNo}>
      <p>
        No one is let in there until you reopen it. Phones update at their next sync; a phone that
        is offline lets people in until then.
      </p>
    </Question>
  )
}

function changeGate(eventId: string, gate: EntryGate): Promise<Answer<StopReply>> {
  const { gate_id, is_stopped } = gate
  const path = `/api/events/${eventId}/stopped_gates`
  if (!is_stopped) return callApi<StopReply>(sessionFetch, path, jsonPost({ gate_id }))
  const query = gate_id === null ? '' : `?gate_id=${gate_id}`
  return callApi<StopReply>(sessionFetch, path + query, { method: 'DELETE' })
}
