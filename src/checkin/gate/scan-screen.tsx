import { useState } from 'react'
import { CameraView } from './camera-view.tsx'
import { DecisionSteps } from './decision-steps.tsx'
import type { Desk } from './desk.ts'
import { giveSignal } from './feedback.ts'
import { LastResult } from './last-result.tsx'
import { useDeciding } from './use-deciding.ts'
import { useDesk } from './use-desk.ts'

/** Where a steward is all evening. */
export function ScanScreen({ desk }: { desk: Desk }) {
  const deciding = useDeciding(desk)
  const [strange, setStrange] = useState(false)
  const [isOut, setIsOut] = useState(false)
  const [undone, setUndone] = useState<Parameters<typeof LastResult>[0]['outcome'] | null>(null)
  const { may_leave } = useDesk(desk).pairing.event
  const take = async (text: string) => {
    setUndone(null)
    const isTicket = await deciding.take(text, {
      validation_type: 'scan',
      ...(isOut && { kind: 'out' }),
    })
    setStrange(!isTicket)
    if (!isTicket) giveSignal('no')
  }
  const last = undone ?? deciding.last
  return (
    <main className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Scan</h1>
      {may_leave && (
        <fieldset className="grid grid-cols-2 gap-2 p-2">
          <legend className="sr-only">Direction</legend>
          <Direction label="Going in" isOn={!isOut} onPress={() => setIsOut(false)} />
          <Direction label="Going out" isOn={isOut} onPress={() => setIsOut(true)} />
        </fieldset>
      )}
      <CameraView isBusy={deciding.step.kind !== 'ready'} onCode={(text) => void take(text)} />
      {strange ? (
        <p role="alert" className="bg-no px-4 py-2 text-lead font-semibold text-white">
          That is no ticket code.
        </p>
      ) : last && deciding.step.kind === 'ready' ? (
        <LastResult key={keyOf(last)} desk={desk} outcome={last} onUndone={setUndone} />
      ) : (
        <p className="px-4 py-2 text-quiet">Hold a ticket’s code into the frame.</p>
      )}
      <DecisionSteps deciding={deciding} />
    </main>
  )
}

const keyOf = (outcome: object) => ('seq' in outcome ? String(outcome.seq) : 'none')

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
