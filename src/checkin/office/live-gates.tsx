import { useId, useState } from 'react'
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

  const action: Column<EntryGate> = {
    name: 'Entry',
    broad: true,
    cell: (gate) => (
      <Button look="quiet" onClick={() => setAsking(gate)}>
        <span>{gate.is_stopped ? 'Reopen' : isForAddOns(gate) ? 'Stop' : 'Stop entry'}</span>
        <span className="sr-only"> at {gate.name}</span>
      </Button>
    ),
  }
  const addOns = gates.filter(({ redeemed }) => redeemed !== undefined)
  return (
    <>
      <GatesTable
        title="Gates"
        columns={[...ENTRANCE_COLUMNS, action]}
        rows={gates.filter((gate) => !isForAddOns(gate))}
        problem={problem}
      />
      {addOns.length > 0 && (
        <GatesTable title="Add-ons" columns={[...ADD_ON_COLUMNS, action]} rows={addOns} />
      )}
      {asking && (
        <AskFirst gate={asking} onYes={() => void change(asking)} onNo={() => setAsking(null)} />
      )}
    </>
  )
}

const isForAddOns = ({ redeems = [] }: EntryGate): boolean => redeems.length > 0

const NAME: Column<EntryGate> = {
  name: 'Gate',
  broad: true,
  cell: (gate) => (
    <>
      <b className="mr-2">{gate.name}</b>
      {gate.is_stopped && (
        <Badge look="bad">{isForAddOns(gate) ? 'Stopped' : 'Entry stopped'}</Badge>
      )}
      {isForAddOns(gate) && (
        <span className="block text-small text-quiet">Redeems: {gate.redeems!.join(', ')}</span>
      )}
    </>
  ),
}
const REFUSED: Column<EntryGate> = {
  name: 'Refused',
  numeric: true,
  cell: ({ refused }) => formatCount(refused),
}
const ENTRANCE_COLUMNS: Column<EntryGate>[] = [
  NAME,
  { name: 'Inside', numeric: true, cell: ({ inside }) => formatCount(inside) },
  { name: 'Let in', numeric: true, cell: ({ let_in }) => formatCount(let_in) },
  REFUSED,
]
const ADD_ON_COLUMNS: Column<EntryGate>[] = [
  NAME,
  { name: 'Redeemed', numeric: true, cell: ({ redeemed }) => formatCount(redeemed ?? 0) },
  REFUSED,
]

type TableProps = {
  title: string
  columns: Column<EntryGate>[]
  rows: EntryGate[]
  problem?: string | null
}

function GatesTable({ title, columns, rows, problem = null }: TableProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 font-semibold">
        {title}
      </h3>
      {problem && (
        <Notice look="bad" role="alert">
          {problem}
        </Notice>
      )}
      <Panel>
        <DataTable
          caption={title}
          columns={columns}
          rows={rows}
          keyOf={({ gate_id }) => gate_id ?? ''}
        />
      </Panel>
    </section>
  )
}

type AskProps = { gate: EntryGate; onYes: () => void; onNo: () => void }

function AskAtAddOns({ gate: { name, is_stopped }, ...rest }: AskProps) {
  return is_stopped ? (
    <Question title={`Reopen ${name}?`} yes="Reopen" {...rest}>
      <p>Phones update at their next sync, within seconds if they are online.</p>
    </Question>
  ) : (
    <Question title={`Stop ${name}?`} yes="Stop" {...rest}>
      <p>
        Nothing is redeemed there until you reopen it. Phones update at their next sync; a phone
        that is offline redeems until then.
      </p>
    </Question>
  )
}

function AskFirst({ gate, onYes, onNo }: AskProps) {
  if (isForAddOns(gate)) return <AskAtAddOns gate={gate} onYes={onYes} onNo={onNo} />
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
