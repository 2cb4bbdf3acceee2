import type { ReactNode } from 'react'
import { addOnsAt } from '../engine/gates.ts'
import { changePairing, type GateSession } from '../engine/session.ts'
import { BigButton, Sheet } from './gate-parts.tsx'
import { useSession } from './use-session.ts'

export function ChooseGate({ session, onChosen }: { session: GateSession; onChosen: () => void }) {
  const { event, chosenGate } = useSession(session).pairing
  const choose = (n: number | null) => {
    changePairing(session, { chosenGate: n })
    onChosen()
  }
  const gates = event.gates.map((gate) => ({ ...gate, addOns: addOnsAt(event, gate.id) }))
  const forAddOns = gates.filter(({ addOns }) => addOns.length > 0)
  return (
    <Sheet title="Which gate is this?">
      {gates
        .filter(({ addOns }) => addOns.length === 0)
        .map(({ n, name, is_stopped }) => (
          <GateButton key={n} isChosen={chosenGate === n} onPress={() => choose(n)}>
            {name}
            {is_stopped && ' (entry is stopped)'}
          </GateButton>
        ))}
      <GateButton isChosen={chosenGate === null} onPress={() => choose(null)}>
        {forAddOns.length > 0 ? 'All entrances' : 'All gates'}
      </GateButton>
      {forAddOns.length > 0 && <h2 className="mt-2 text-lead font-bold">Add-ons</h2>}
      {forAddOns.map(({ n, name, is_stopped, addOns }) => (
        <GateButton key={n} isChosen={chosenGate === n} onPress={() => choose(n)}>
          <span>
            {name}
            {is_stopped && ' (stopped)'}
            <span className="block font-normal">
              Redeems: {addOns.map((addOn) => addOn.name).join(', ')}
            </span>
          </span>
        </GateButton>
      ))}
    </Sheet>
  )
}

type ButtonProps = { isChosen: boolean; onPress: () => void; children: ReactNode }

function GateButton({ isChosen, onPress, children }: ButtonProps) {
  return (
    <BigButton look={isChosen ? 'loud' : 'quiet'} aria-pressed={isChosen} onClick={onPress}>
      {children}
    </BigButton>
  )
}
