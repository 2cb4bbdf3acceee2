import { gateOf, redeemsHere } from '../engine/gates.ts'
import { listProblem } from '../engine/readiness.ts'
import { decidesAlone, type GateSession, type SessionState, unsentOf } from '../engine/session.ts'
import { BigButton } from './gate-parts.tsx'
import { useSession } from './use-session.ts'

/** Shows event and gate, whether the server or the phone decides, and the number of unsent rows. */
export function StatusBar({ session, onGate }: { session: GateSession; onGate: () => void }) {
  const state = useSession(session)
  const { pairing, rows, isUnknown, storage } = state
  const isAlone = decidesAlone(state)
  const unsent = unsentOf(rows).length
  const gate = gateOf(pairing)
  const redeems = redeemsHere(pairing)
  const problem = listProblem(state)
  return (
    <header>
      <div className="flex items-center gap-2 px-4 py-2">
        <p className="min-w-0 flex-1 truncate font-semibold">{pairing.event.title}</p>
        <button
          type="button"
          disabled={pairing.gate !== null}
          onClick={onGate}
          className="min-h-11 max-w-40 truncate rounded-soft border-2 border-edge px-3 font-semibold disabled:border-transparent"
        >
          {gate?.name ?? (pairing.event.extras ? 'All entrances' : 'All gates')}
        </button>
      </div>
      {redeems && (
        <p className="truncate bg-redeemed px-4 py-1 font-semibold text-dark">Redeems: {redeems}</p>
      )}
      <p
        role="status"
        className={`flex justify-between gap-2 px-4 py-1 font-semibold ${isAlone ? 'bg-alone text-white' : 'bg-paper text-ink'}`}
      >
        <span>{isAlone ? whyAlone(state) : 'Online'}</span>
        {unsent > 0 && <span className="whitespace-nowrap">{unsent} to sync</span>}
      </p>
      {isUnknown && (
        <p role="alert" className="bg-before px-4 py-1 font-semibold text-dark">
          {NOT_KNOWN} {unsent > 0 && KEPT}
        </p>
      )}
      {problem && (
        <p role="status" className="bg-before px-4 py-1 font-semibold text-dark">
          {problem}
        </p>
      )}
      {storage !== 'fine' && (
        <p role="alert" className="bg-before px-4 py-1 font-semibold text-dark">
          {STORAGE[storage]}
        </p>
      )}
      {storage === 'closed' && (
        <BigButton onClick={() => location.reload()}>Reload the app</BigButton>
      )}
    </header>
  )
}

function whyAlone({ isOnline, isUnknown }: SessionState): string {
  if (isUnknown) return UNKNOWN
  return isOnline ? SENDING : NO_NETWORK
}

const UNKNOWN = 'Not recognised: deciding on this phone'
const NOT_KNOWN =
  'This phone is no longer recognised. Ask the organizer for a new link and open it here.'
const KEPT = 'Check-ins to sync stay on this phone until then.'
const NO_NETWORK = 'Offline: deciding on this phone'
const SENDING = 'Syncing: deciding on this phone'
const STORAGE = {
  full: 'This phone is full. Nothing more can be saved: free some space.',
  low: 'This phone is almost full. Free some space before it stops.',
  closed: 'The phone closed the app’s storage. Nothing more can be saved: reload the app.',
}
