import { useEffect, useState } from 'react'
import { CameraView } from '../camera/camera-view.tsx'
import { useHandScanner } from '../camera/use-hand-scanner.ts'
import type { GateSession } from '../engine/session.ts'
import { DecisionSteps } from './decision-steps.tsx'
import { useDirection } from './direction.tsx'
import { giveSignal } from './feedback.ts'
import { LastResult } from './last-result.tsx'
import { stayAwake } from './stay-awake.ts'
import { useDeciding } from './use-deciding.ts'

export function ScanScreen({ session, scanned }: { session: GateSession; scanned: string | null }) {
  const deciding = useDeciding(session)
  const [strange, setStrange] = useState(false)
  const direction = useDirection(session)
  const [undone, setUndone] = useState<Parameters<typeof LastResult>[0]['outcome'] | null>(null)
  // True while the steward types the reason of an undo. Codes in view then wait.
  const [isUndoing, setIsUndoing] = useState(false)
  useEffect(stayAwake, [])
  const take = async (text: string) => {
    setUndone(null)
    const isTicket = await deciding.take(text, {
      validation_type: 'scan',
      ...direction.kind,
    })
    setStrange(!isTicket)
    if (!isTicket) giveSignal('no')
  }
  const isBusy = isUndoing || deciding.step.kind !== 'ready'
  useHandScanner({ isBusy, onCode: take, first: scanned })
  const last = undone ?? deciding.last
  return (
    <main className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Scan</h1>
      {direction.choice && <div className="p-2">{direction.choice}</div>}
      <CameraView isBusy={isBusy} onCode={(text) => void take(text)} />
      {strange ? (
        <p role="alert" className="bg-no px-4 py-2 text-lead font-semibold text-white">
          Not a ticket code.
        </p>
      ) : last && deciding.step.kind === 'ready' ? (
        <LastResult
          key={keyOf(last)}
          session={session}
          outcome={last}
          onAsking={setIsUndoing}
          onUndone={setUndone}
        />
      ) : (
        <p className="px-4 py-2 text-quiet">Point at the QR code.</p>
      )}
      <DecisionSteps deciding={deciding} />
    </main>
  )
}

const keyOf = (outcome: object) => ('seq' in outcome ? String(outcome.seq) : 'none')
