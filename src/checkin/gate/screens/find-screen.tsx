import { type FormEvent, useState } from 'react'
import { formatTicketNumber, isAddOnNumber } from '../../../tickets/number.rules.ts'
import { problemText } from '../../../ui/api.ts'
import { formatFullDate } from '../../../ui/dates.rules.ts'
import { type Found, type FoundTicket, findTickets } from '../engine/gate-calls.ts'
import type { GateSession } from '../engine/session.ts'
import { DecisionSteps } from './decision-steps.tsx'
import { BigButton, INPUT, Note, Sheet } from './gate-parts.tsx'
import { Answer, Question } from './question.tsx'
import { useDeciding } from './use-deciding.ts'

/** The screen for holders without a phone. The steward admits them with a reason. */
export function FindScreen({ session, typed }: { session: GateSession; typed: string }) {
  const deciding = useDeciding(session)
  const [query, setQuery] = useState(typed)
  const [found, setFound] = useState<Found | null>(null)
  const [chosen, setChosen] = useState<FoundTicket | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const search = async (event: FormEvent) => {
    event.preventDefault()
    setChosen(null)
    const answer = await findTickets(session.state.pairing.token, query.trim())
    setFound(answer.ok ? answer.data : null)
    setProblem(answer.ok ? null : problemText(answer, 'Offline: look-up needs a network.'))
  }
  const letIn = async (reason: string) => {
    const { ticket_number } = chosen!
    setChosen(null)
    setFound(null)
    setQuery('')
    await deciding.take(ticket_number, { validation_type: 'manual', reason })
  }
  if (chosen) return <ByHand ticket={chosen} onLetIn={letIn} onCancel={() => setChosen(null)} />
  return (
    <Sheet title="Look up">
      <form onSubmit={search} className="flex flex-col gap-4">
        <label className="flex flex-col gap-2 font-semibold">
          Ticket number, or last 4 digits of the phone
          <input
            className={INPUT}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </label>
        <BigButton type="submit" disabled={query.trim().length < 4}>
          Look up
        </BigButton>
      </form>
      {problem && <Note>{problem}</Note>}
      {found?.data.length === 0 && <Note>No ticket found for this event.</Note>}
      <ul className="flex flex-col gap-2">
        {found?.data.map((ticket) => (
          <li key={ticket.ticket_number}>
            {ticket.left > 0 && ticket.day_date ? (
              <div className="rounded-soft bg-day px-4 py-3 text-center font-semibold text-dark">
                <FoundFacts ticket={ticket} question={found.question} />
              </div>
            ) : (
              <BigButton look="quiet" onClick={() => setChosen(ticket)}>
                <FoundFacts ticket={ticket} question={found.question} />
              </BigButton>
            )}
          </li>
        ))}
      </ul>
      <DecisionSteps deciding={deciding} />
    </Sheet>
  )
}

function FoundFacts({ ticket, question }: { ticket: FoundTicket; question: string | undefined }) {
  const { ticket_number, ticket_type, gate, left, day_date: day, answer } = ticket
  return (
    <span>
      {left > 0 && day && <strong className="block">{`Other day: ${formatFullDate(day)}`}</strong>}
      <span className="font-mono" translate="no">
        {formatTicketNumber(ticket_number)}
      </span>
      <br />
      <span>{ticket_type}</span> · <span translate="no">{gate}</span> ·{' '}
      <span>{leftLabel(ticket)}</span>
      {answer && (
        <span className="block wrap-anywhere" translate="no">
          {question}: <b>{answer}</b>
        </span>
      )}
    </span>
  )
}

const leftLabel = ({ left, admits, state }: FoundTicket) =>
  state === 'valid' || state === 'used' ? `${left} of ${admits} left` : state

const REASONS = ['Phone dead or lost', 'Code unreadable', 'Name and payment shown']

type ByHandProps = {
  ticket: FoundTicket
  onLetIn: (reason: string) => void
  onCancel: () => void
}

function ByHand({ ticket, onLetIn, onCancel }: ByHandProps) {
  const [other, setOther] = useState('')
  const isAddOn = isAddOnNumber(ticket.ticket_number)
  const number = (
    <span className="font-mono" translate="no">
      {formatTicketNumber(ticket.ticket_number)}
    </span>
  )
  return (
    <Question title={isAddOn ? 'Redeem without a scan: why?' : 'Manual entry: why?'} note={number}>
      {REASONS.map((reason) => (
        <Answer key={reason} onClick={() => onLetIn(reason)}>
          {reason}
        </Answer>
      ))}
      <label className="flex flex-col gap-2 font-semibold">
        Another reason
        <input
          className={INPUT}
          value={other}
          maxLength={200}
          onChange={({ target }) => setOther(target.value)}
        />
      </label>
      {other.trim() && (
        <Answer onClick={() => onLetIn(other.trim())}>{isAddOn ? 'Redeem' : 'Let in'}</Answer>
      )}
      <Answer look="quiet" onClick={onCancel}>
        Cancel
      </Answer>
    </Question>
  )
}
