import { useState } from 'react'
import type { Desk } from '../engine/desk.ts'
import { ChooseGate } from './choose-gate.tsx'
import { DoorSale } from './door-sale.tsx'
import { FindScreen } from './find-screen.tsx'
import { BigButton, Sheet } from './gate-parts.tsx'
import { SignOff } from './leave-sheet.tsx'
import { PracticeScreen } from './practice-screen.tsx'
import { ReadinessScreen } from './readiness-screen.tsx'
import { RecentScreen } from './recent-screen.tsx'
import { ScanScreen } from './scan-screen.tsx'
import { StatusBar } from './status-bar.tsx'
import { TypeScreen } from './type-screen.tsx'
import { useDesk } from './use-desk.ts'

const TABS = { scan: 'Scan', type: 'Type', find: 'Look up', more: 'More' }
type Place = keyof typeof TABS | 'sale' | 'gate' | 'practice' | 'readiness' | 'recent' | 'leave'

/** Main screen of a paired phone; navigation is at the bottom, within reach of the thumb. */
export function GateDesk({ desk }: { desk: Desk }) {
  const [place, setPlace] = useState<Place>('scan')
  const [typed, setTyped] = useState('')
  const { pairing } = useDesk(desk)
  const go = (to: Place) => {
    setTyped('')
    setPlace(to)
  }
  const find = (text: string) => {
    setTyped(text)
    setPlace('find')
  }
  return (
    <div className="flex h-full flex-col">
      <StatusBar desk={desk} onGate={() => go('gate')} />
      {place === 'scan' && <ScanScreen desk={desk} />}
      {place === 'type' && <TypeScreen desk={desk} onFind={find} />}
      {place === 'find' && <FindScreen desk={desk} typed={typed} />}
      {place === 'sale' && <DoorSale desk={desk} />}
      {place === 'gate' && <ChooseGate desk={desk} onChosen={() => go('scan')} />}
      {place === 'practice' && <PracticeScreen />}
      {place === 'readiness' && <ReadinessScreen desk={desk} />}
      {place === 'recent' && <RecentScreen desk={desk} />}
      {place === 'leave' && <SignOff desk={desk} onStay={() => go('more')} />}
      {place === 'more' && (
        <Sheet title={pairing.phone.name}>
          {pairing.phone.may_sell && (
            <BigButton onClick={() => go('sale')}>Sell at the door</BigButton>
          )}
          <BigButton look="quiet" onClick={() => go('recent')}>
            Recent, and undo
          </BigButton>
          {!pairing.gate && (
            <BigButton look="quiet" onClick={() => go('gate')}>
              Choose the gate
            </BigButton>
          )}
          <BigButton look="quiet" onClick={() => go('readiness')}>
            Is this phone ready?
          </BigButton>
          <BigButton look="quiet" onClick={() => go('practice')}>
            Practice
          </BigButton>
          <BigButton look="quiet" onClick={() => go('leave')}>
            Sign off this phone
          </BigButton>
        </Sheet>
      )}
      <nav aria-label="Screens" className="grid grid-cols-4 border-t-2 border-edge bg-ground">
        {Object.entries(TABS).map(([to, label]) => (
          <button
            key={to}
            type="button"
            aria-current={place === to ? 'page' : undefined}
            onClick={() => go(to as Place)}
            className="min-h-16 font-semibold aria-[current=page]:bg-ink aria-[current=page]:text-ground"
          >
            {label}
          </button>
        ))}
      </nav>
    </div>
  )
}
