import { changePairing, type GateSession } from '../engine/session.ts'
import { BigButton, Sheet } from './gate-parts.tsx'
import { useSession } from './use-session.ts'

export function ChooseGate({ session, onChosen }: { session: GateSession; onChosen: () => void }) {
  const { pairing } = useSession(session)
  const choose = (n: number | null) => {
    changePairing(session, { chosenGate: n })
    onChosen()
  }
  return (
    <Sheet title="Which gate is this?">
      {pairing.event.gates.map(({ n, name, is_stopped }) => (
        <BigButton
          key={n}
          look={pairing.chosenGate === n ? 'loud' : 'quiet'}
          aria-pressed={pairing.chosenGate === n}
          onClick={() => choose(n)}
        >
          {name}
          {is_stopped && ' (entry is stopped)'}
        </BigButton>
      ))}
      <BigButton
        look={pairing.chosenGate === null ? 'loud' : 'quiet'}
        aria-pressed={pairing.chosenGate === null}
        onClick={() => choose(null)}
      >
        All gates
      </BigButton>
    </Sheet>
  )
}
