import { type ReactNode, useState } from 'react'
import { pairAnew, signOff } from '../engine/leave-event.ts'
import { pairingProblem } from '../engine/pair-phone.ts'
import { type GateSession, unsentOf } from '../engine/session.ts'
import { BigButton, Note, Problem, Sheet } from './gate-parts.tsx'
import { Answer, Question } from './question.tsx'
import { useSession } from './use-session.ts'

/** Shown when a pairing link is opened on a phone that is paired already. */
export function PairAnew({
  session,
  code,
  onStay,
}: {
  session: GateSession
  code: string
  onStay: () => void
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const { isUnknown, rows, pairing } = useSession(session)
  const { event, phone } = pairing
  const unsent = unsentOf(rows).length
  const pair = async (lost: number) => {
    setProblem(null)
    // Remove the code from the address: it is used up, and opening the address again would only
    // show an error.
    history.replaceState(null, '', '/gate/')
    const answer = await pairAnew(session, code, lost).catch((fault: Error) => fault)
    if (answer instanceof Error || (answer !== 'unsent' && !answer.ok))
      setProblem(pairingProblem(answer))
  }
  return (
    <LeaveSheet
      session={session}
      title="Pair this phone again?"
      go="Pair again"
      onGo={pair}
      onStay={onStay}
      isCarried={isUnknown}
    >
      {problem && <Problem>{problem}</Problem>}
      <p className="text-lead">
        This phone is {phone.name} at {event.title}. The new code may be for another gate or event:
        all data of {event.title} will be removed.
      </p>
      {isUnknown && unsent > 0 && (
        <Note>
          {countOf(unsent)} will be synced if the new code is for {event.title}, and lost if it is
          for another event.
        </Note>
      )}
    </LeaveSheet>
  )
}

/** Signs the phone off, so that another steward can use it. */
export function SignOff({ session, onStay }: { session: GateSession; onStay: () => void }) {
  const { title } = session.state.pairing.event
  const leave = (lost: number) => signOff(session, lost)
  return (
    <LeaveSheet
      session={session}
      title="Unpair this phone?"
      go="Unpair"
      onGo={leave}
      onStay={onStay}
    >
      <p className="text-lead">
        All data of {title} will be removed. To check in again you need a new code from the
        organizer.
      </p>
    </LeaveSheet>
  )
}

const countOf = (unsent: number) => (unsent === 1 ? '1 check-in' : `${unsent} check-ins`)

type Props = {
  session: GateSession
  title: string
  go: string
  onGo: (lost: number) => Promise<void>
  onStay: () => void
  /** True if the phone keeps its unsent check-ins when it is paired again. */
  isCarried?: boolean
  children: ReactNode
}

/** If check-ins are unsent, the steward must confirm twice. */
function LeaveSheet({ session, title, go, onGo, onStay, isCarried = false, children }: Props) {
  const { rows } = useSession(session)
  const unsent = isCarried ? 0 : unsentOf(rows).length
  const [isBusy, setIsBusy] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const leave = async (lost: number) => {
    setIsBusy(true)
    setIsAsking(false)
    await onGo(lost)
    setIsBusy(false)
  }
  const count = countOf(unsent)
  if (isAsking && unsent > 0) {
    return (
      <Question
        tone="no"
        title={`Lose ${count}?`}
        note="The organizer will never know who came in, and the same tickets could be used again."
      >
        <Answer look="quiet" onClick={() => void leave(unsent)}>
          Lose {count}
        </Answer>
        <Answer onClick={() => setIsAsking(false)}>Keep waiting</Answer>
      </Question>
    )
  }
  return (
    <Sheet title={title}>
      {children}
      {unsent > 0 && (
        <Note>{count} to sync. Get online and wait here: syncing starts automatically.</Note>
      )}
      <BigButton disabled={isBusy || unsent > 0} onClick={() => void leave(0)}>
        {isBusy ? 'One moment…' : go}
      </BigButton>
      <BigButton look="quiet" disabled={isBusy} onClick={onStay}>
        {' '}
        Cancel{' '}
      </BigButton>
      {unsent > 0 && (
        <BigButton look="quiet" disabled={isBusy} onClick={() => setIsAsking(true)}>
          Continue without syncing
        </BigButton>
      )}
    </Sheet>
  )
}
