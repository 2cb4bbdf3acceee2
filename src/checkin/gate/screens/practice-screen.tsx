import { useEffect, useState } from 'react'
import { QrCode } from '../../../ui/qr-code.tsx'
import { CameraView } from '../camera/camera-view.tsx'
import type { CheckInOutcome } from '../engine/decide.ts'
import { PRACTICE_TICKETS, practise } from '../engine/practice-tickets.ts'
import { giveSignal } from './feedback.ts'
import { BigButton, Note, Sheet } from './gate-parts.tsx'
import { lookOf } from './result-look.ts'
import { ResultView } from './result-view.tsx'

const SHOWN_MS = 1500

/** Practice before the doors open: one phone shows sample tickets, and another phone scans them. */
export function PracticeScreen() {
  const [isScanning, setIsScanning] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<CheckInOutcome | null>(null)
  const [isStrange, setIsStrange] = useState(false)
  const take = (text: string) => {
    const practised = practise(text)
    setIsStrange(!practised)
    if (!practised) return
    giveSignal(lookOf(practised).signal)
    setOutcome(practised)
  }
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  return (
    <Sheet title="Practice">
      <p>
        Nothing here is recorded. Show a sample on one phone and scan it with another, or tap it.
      </p>
      {isScanning && <CameraView isBusy={outcome !== null} onCode={take} />}
      {isStrange && <Note>Not a practice ticket. Nothing was checked in.</Note>}
      <BigButton onClick={() => setIsScanning(!isScanning)}>
        {isScanning ? 'Stop the camera' : 'Scan a sample'}
      </BigButton>
      <ul className="flex flex-col gap-2">
        {PRACTICE_TICKETS.map(({ number, name }) => (
          <li key={number} className="flex flex-col gap-2">
            <div className="grid grid-cols-[1fr_auto] gap-2">
              <BigButton look="quiet" onClick={() => take(number)}>
                {name}
              </BigButton>
              <BigButton
                look="quiet"
                aria-expanded={shown === number}
                onClick={() => setShown(shown === number ? null : number)}
              >
                {shown === number ? 'Hide code' : 'Show code'}
              </BigButton>
            </div>
            {shown === number && (
              <QrCode
                text={`${location.origin}/t/${number}`}
                size={220}
                label={`Sample: ${name}`}
              />
            )}
          </li>
        ))}
      </ul>
      {outcome && <ResultView look={lookOf(outcome)} onClose={() => setOutcome(null)} />}
    </Sheet>
  )
}
