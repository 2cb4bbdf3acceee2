import type { Desk } from '../engine/desk.ts'
import { BigButton, Sheet } from './gate-parts.tsx'
import { useDesk } from './use-desk.ts'

/** Choice of the current gate, on a phone that serves all gates. */
export function ChooseGate({ desk, onChosen }: { desk: Desk; onChosen: () => void }) {
  const { pairing } = useDesk(desk)
  const choose = (n: number | null) => {
    const chosen = { ...desk.state.pairing, chosenGate: n }
    desk.change({ pairing: chosen })
    void desk.store.keepPairing(chosen).catch(() => desk.change({ storage: 'full' }))
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
