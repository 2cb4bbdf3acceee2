import { useMemo, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply, TicketTypeReply } from '../../events/events.contract.ts'
import { callApi, jsonPost, type Problem, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormSection } from '../../ui/office/form-parts.tsx'
import { formatCount, formatExactKes } from '../../ui/office/formats.rules.ts'
import { randomId } from '../../ui/random-id.ts'
import { TextArea } from '../../ui/text-area.tsx'
import type { ComplimentaryBatch } from '../complimentary.contract.ts'
import {
  type ColumnChoices,
  columnFault,
  foldRepeats,
  type ReadLine,
  ROWS_MAX,
  readList,
  repeatsOf,
  smsCents,
} from '../rows.rules.ts'
import { ColumnUses, MoreTicketsQuestion, RepeatsQuestion } from './list-questions.tsx'
import { ReadTable } from './read-table.tsx'

const NO_CONNECTION = 'No connection. Try again: nothing is sent twice.'

/** The form for pasted lines. Shows how each line was read, and sends the tickets. */
export function GiveForm({ event, onSent }: { event: EventReply; onSent: (text: string) => void }) {
  const types = event.ticket_types
  const [text, setText] = useState('')
  const [choices, setChoices] = useState<ColumnChoices>({})
  const [answer, setAnswer] = useState<'first' | 'sum' | null>(null)
  const [nonce, setNonce] = useState(randomId)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const list = useMemo(() => readList(text, types, choices), [text, types, choices])
  const repeats = useMemo(() => repeatsOf(list.lines), [list])
  const lines = answer === null ? list.lines : foldRepeats(list.lines, answer)
  const why =
    columnFault(list.columns) ??
    (repeats.length > 0 && answer === null ? 'Answer the question about repeated phones.' : null) ??
    whyNot(lines, types)

  /** Clears the problem and makes a new nonce, because changed rows are a new request. */
  function renew() {
    setProblem(null)
    setNonce(randomId())
  }

  function change(typed: string) {
    setText(typed)
    setAnswer(null)
    renew()
  }

  async function send(sent: readonly ReadLine[], again: boolean) {
    if (isBusy || why !== null || sent.length === 0) return
    setIsBusy(true)
    const rows = sent.map(({ phone, ticketTypeId, quantity, name }) => ({
      phone,
      ticket_type_id: ticketTypeId,
      quantity,
      name,
    }))
    const path = `/api/events/${event.id}/complimentary`
    const body = jsonPost({ nonce, rows, again })
    const reply = await callApi<ComplimentaryBatch>(sessionFetch, path, body)
    setIsBusy(false)
    if (!reply.ok) return setProblem(reply)
    change('')
    onSent(`${countOf(sent, types)} on the way by SMS.`)
  }

  const earlier = problem?.code === 'already_given' ? new Set(problem.rows) : null
  const others = earlier && lines.filter((_, index) => !earlier.has(index))

  return (
    <FormSection title="Give tickets">
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault()
          void send(lines, false)
        }}
        className="flex flex-col gap-4"
      >
        <TextArea
          label="Guests"
          value={text}
          rows={5}
          spellCheck={false}
          placeholder={`0712 345 678, 2, ${types[0]?.name ?? 'VIP'}, Amina`}
          onChange={(typed) => change(typed.target.value)}
        />
        <p className="-mt-3 text-small text-quiet">
          A line for each guest: phone, number of tickets, ticket type, name. Paste from a
          spreadsheet, or a CSV file. Each guest gets one SMS. Stewards read the names on the door
          list.
        </p>
        {problem && others && (
          <MoreTicketsQuestion
            text={problem.error}
            others={others.length}
            isBusy={isBusy}
            onSend={(who) => void (who === 'all' ? send(lines, true) : send(others, false))}
          />
        )}
        {problem && !others && (
          <Notice look="bad" role="alert">
            {problemText(problem, NO_CONNECTION)}
          </Notice>
        )}
        {lines.length > 0 && (
          <>
            {list.isMapped && (
              <ColumnUses
                columns={list.columns}
                onChoose={(key, use) => {
                  setChoices((before) => ({ ...before, [key]: use }))
                  setAnswer(null)
                  renew()
                }}
              />
            )}
            {repeats.length > 0 && (
              <RepeatsQuestion
                repeats={repeats}
                answer={answer}
                onAnswer={(chosen) => {
                  setAnswer(chosen)
                  renew()
                }}
              />
            )}
            <ReadTable lines={lines} types={types} />
            <Totals lines={lines} types={types} />
            <p role="status" className="text-small font-semibold text-bad empty:hidden">
              {why}
            </p>
            <div>
              {/* aria-disabled: a disabled button would lose the keyboard focus. */}
              <Button type="submit" disabled={why !== null} aria-disabled={isBusy}>
                {isBusy ? 'Sending...' : `Send ${countOf(lines, types)}`}
              </Button>
            </div>
          </>
        )}
      </form>
    </FormSection>
  )
}

const ticketsOf = (lines: readonly ReadLine[]) =>
  lines.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)

type Types = readonly TicketTypeReply[]

/** '3 tickets', or '3 tickets for 21 people' if tables are among the tickets. */
function countOf(lines: readonly ReadLine[], types: Types): string {
  const tickets = ticketsOf(lines)
  const text = `${formatCount(tickets)} ${tickets === 1 ? 'ticket' : 'tickets'}`
  const entries = types.filter(({ kind }) => kind !== 'add_on')
  if (entries.every(({ id, sold_in = 1 }) => sold_in === 1 || wantedOf(lines, id) === 0))
    return text
  const people = entries.reduce(
    (sum, { id, sold_in = 1 }) => sum + wantedOf(lines, id) * sold_in,
    0,
  )
  return `${text} for ${formatCount(people)} people`
}

/** The number of tickets of a type that the lines want. */
const wantedOf = (lines: readonly ReadLine[], typeId: string) =>
  lines
    .filter(({ ticketTypeId }) => ticketTypeId === typeId)
    .reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)

/** The reason why the lines cannot be sent. Null if they can be sent. */
function whyNot(lines: readonly ReadLine[], types: Types): string | null {
  if (lines.length > ROWS_MAX) return `Send at most ${ROWS_MAX} lines at once.`
  const faults = lines.filter(({ fault }) => fault !== null).length
  if (faults > 0) {
    return faults === 1 ? 'Correct the marked line.' : `Correct the ${faults} marked lines.`
  }
  const short = types.find(({ id, available }) => wantedOf(lines, id) > available)
  return short ? `Only ${short.available} of ${short.name} can be given.` : null
}

/** The number of SMS that the lines send: one per line, but one for each table or pack. */
function smsOf(lines: readonly ReadLine[], types: Types): number {
  const isUnit = ({ ticketTypeId }: ReadLine) =>
    types.some(({ id, sold_in = 1 }) => id === ticketTypeId && sold_in > 1)
  return lines
    .filter(({ fault }) => fault === null)
    .reduce((sum, line) => sum + (isUnit(line) ? (line.quantity ?? 0) : 1), 0)
}

/** For each type, the wanted tickets and the tickets that are left. Also the cost of the SMS. */
function Totals({ lines, types }: { lines: readonly ReadLine[]; types: Types }) {
  const sent = smsOf(lines, types)
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 tabular-nums">
      {types
        .filter(({ id }) => wantedOf(lines, id) > 0)
        .map(({ id, name, available, sold_in = 1, kind }) => (
          <div key={id}>
            <dt className="text-small text-quiet">{name}</dt>
            <dd>
              <b>{formatCount(wantedOf(lines, id))}</b> of the {formatCount(available)} that are
              left
              {sold_in > 1 &&
                kind !== 'add_on' &&
                `, ${formatCount(wantedOf(lines, id) * sold_in)} people`}
            </dd>
          </div>
        ))}
      <div>
        <dt className="text-small text-quiet">SMS</dt>
        <dd>
          <b>{formatCount(sent)}</b>, about {formatExactKes(smsCents(sent) / 100)}, paid by us
        </dd>
      </div>
    </dl>
  )
}
