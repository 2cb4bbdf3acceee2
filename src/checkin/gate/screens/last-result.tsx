import { useState } from 'react'
import { UNDO_MS } from '../../checkin.rules.ts'
import { type CheckInOutcome, decide, isUndone } from '../engine/decide.ts'
import { type GateSession, timeAt } from '../engine/session.ts'
import { readShown } from '../engine/shown-number.ts'
import { Answer, Question } from './question.tsx'
import { lookOf } from './result-look.ts'
import { TONES } from './result-view.tsx'

const REASONS = ['Scanned by mistake', 'Did not go in', 'Wrong number of people']
const ADD_ON_REASONS = ['Scanned by mistake', 'Not handed over', 'Wrong number']

type Props = {
  session: GateSession
  outcome: CheckInOutcome
  /** Called with true when the steward begins to type the reason of an undo, false at the end. */
  onAsking?: (isAsking: boolean) => void
  onUndone: (outcome: CheckInOutcome) => void
}

/** The previous result in small letters. The steward can undo it within two minutes. */
export function LastResult({ session, outcome, onAsking, onUndone }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const turn = (asks: boolean) => {
    setIsAsking(asks)
    onAsking?.(asks)
  }
  const look = lookOf(outcome)
  const decision = outcome.kind === 'decided' && outcome.moved > 0 ? outcome.decision : null
  const mayUndo =
    decision?.result === 'valid' &&
    timeAt(session) - Date.parse(decision.timestamp) < UNDO_MS &&
    !isUndone(session.state.rows, decision.nonce)
  const close = () => turn(false)
  const undo = async (reason: string) => {
    close()
    onUndone(await undoCheckIn(session, decision!, reason))
  }
  return (
    <section
      aria-label="Last result"
      className={`flex flex-col gap-1 px-4 py-2 ${TONES[look.tone]}`}
    >
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1">
          <strong className="text-lead">{look.title}</strong>
          <br />
          <span>{look.lines.join(' · ')}</span>
        </p>
        {mayUndo && (
          <button
            type="button"
            className="min-h-14 rounded-soft border-2 border-current px-4 font-semibold"
            onClick={() => turn(true)}
          >
            Undo
          </button>
        )}
      </div>
      {isAsking && (
        <AskWhy
          reasons={decision?.ticket?.kind === 'add_on' ? ADD_ON_REASONS : REASONS}
          onReason={(reason) => void undo(reason)}
          onCancel={close}
        />
      )}
    </section>
  )
}

type WhyProps = { reasons: string[]; onReason: (reason: string) => void; onCancel: () => void }

function AskWhy({ reasons, onReason, onCancel }: WhyProps) {
  return (
    <Question title="Undo: why?">
      {reasons.map((reason) => (
        <Answer key={reason} onClick={() => onReason(reason)}>
          {reason}
        </Answer>
      ))}
      <Answer look="quiet" onClick={onCancel}>
        Cancel
      </Answer>
    </Question>
  )
}

type Taken = Extract<CheckInOutcome, { kind: 'decided' }>['decision']

function undoCheckIn(session: GateSession, { nonce, ticket_number }: Taken, reason: string) {
  const shown = readShown(ticket_number)!
  return decide(session, shown, { kind: 'undo', of: nonce, reason, validation_type: 'manual' })
}
