import { type ReactNode, useState } from 'react'
import { pairAnew, signOff } from '../engine/leave-event.ts'
import { pairingProblem } from '../engine/pair-phone.ts'
import { type GateSession, unsentOf } from '../engine/session.ts'
import { BigButton, Note, Problem, Sheet } from './gate-parts.tsx'
import { useSession } from './use-session.ts'

/** Shown if a paired phone opens another pairing link. */
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
    // Remove the code from the history: it is used, and opening it again would only show an error.
    history.replaceState(null, '', '/gate/')
    const answer = await pairAnew(session, code, lost).catch((fault: Error) => fault)
    if (answer instanceof Error || (answer !== 'unsent' && !answer.ok))
      setProblem(pairingProblem(answer))
  }
  return (
    <LeaveSheet
      session={session}
      title="Pair this phone anew?"
      go="Pair anew"
      onGo={pair}
      onStay={onStay}
      isCarried={isUnknown}
    >
      {problem && <Problem>{problem}</Problem>}
      <p className="text-lead">
        It is {phone.name} at {event.title} now. The new code may be for another gate or event:
        everything of {event.title} is removed from this phone.
      </p>
      {isUnknown && unsent > 0 && (
        <Note>
          {countOf(unsent)} {unsent === 1 ? 'goes' : 'go'} with it and will be sent, if the code is
          for {event.title}. With a code for another event they are lost.
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
      title="Sign off this phone?"
      go="Sign off"
      onGo={leave}
      onStay={onStay}
    >
      <p className="text-lead">
        Everything of {title} is removed from it. To check in with it again you need a new code from
        the organizer.
      </p>
    </LeaveSheet>
  )
}

const countOf = (unsent: number) => (unsent === 1 ? '1 check-in' : `${unsent} check-ins`)

type Props = {
  session: GateSession
  title: string
  go: string
  /** Called with the number of unsent check-ins that the steward agreed to lose. */
  onGo: (lost: number) => Promise<void>
  onStay: () => void
  /** True if unsent check-ins stay on the phone after pairing again. */
  isCarried?: boolean
  children: ReactNode
}

/**
 * Ends the session once all check-ins are sent. With unsent check-ins the steward must confirm
 * twice.
 */
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
      <Sheet title={`Lose ${count}?`}>
        <p className="text-lead">
          The organizer would never hear who came in, and the same tickets could be used again.
        </p>
        <BigButton look="quiet" onClick={() => void leave(unsent)}>
          Lose {count}
        </BigButton>
        <BigButton onClick={() => setIsAsking(false)}>Keep waiting</BigButton>
      </Sheet>
    )
  }
  return (
    <Sheet title={title}>
      {children}
      {unsent > 0 && (
        <Note>
          {count} {unsent === 1 ? 'is' : 'are'} not sent yet. Find a network and wait here: sending
          begins by itself.
        </Note>
      )}
      <BigButton disabled={isBusy || unsent > 0} onClick={() => void leave(0)}>
        {isBusy ? 'One moment…' : go}
      </BigButton>
      <BigButton look="quiet" disabled={isBusy} onClick={onStay}>
        Stay
      </BigButton>
      {unsent > 0 && (
        <BigButton look="quiet" disabled={isBusy} onClick={() => setIsAsking(true)}>
          Go on without sending
        </BigButton>
      )}
    </Sheet>
  )
}
