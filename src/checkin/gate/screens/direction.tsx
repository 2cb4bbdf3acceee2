import { type ReactNode, useState } from 'react'
import { redeemsHere } from '../engine/gates.ts'
import type { GateSession } from '../engine/session.ts'
import { useSession } from './use-session.ts'

/** The choice of in or out. Shown only at entrances, if people may leave and come back. */
export function useDirection(session: GateSession): {
  kind: { kind?: 'out' }
  isOut: boolean
  choice: ReactNode
} {
  const [chosen, setChosen] = useState(false)
  const { pairing } = useSession(session)
  const may_leave = pairing.event.may_leave && redeemsHere(pairing) === ''
  const isOut = may_leave && chosen
  const choice = may_leave && (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="sr-only">Direction</legend>
      <Direction label="Going in" isOn={!isOut} onPress={() => setChosen(false)} />
      <Direction label="Going out" isOn={isOut} onPress={() => setChosen(true)} />
    </fieldset>
  )
  return { kind: isOut ? { kind: 'out' } : {}, isOut, choice }
}

type DirectionProps = { label: string; isOn: boolean; onPress: () => void }

function Direction({ label, isOn, onPress }: DirectionProps) {
  const look = isOn ? 'bg-ink text-ground' : 'border-2 border-edge'
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={`min-h-14 rounded-soft font-semibold ${look}`}
    >
      {label}
    </button>
  )
}
