import { useEffect, useState } from 'react'
import { readKeys } from '../camera/read-keys.ts'
import type { GateSession } from '../engine/session.ts'
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
import { useSession } from './use-session.ts'

const TABS = { scan: 'Scan', type: 'Type', find: 'Look up', more: 'More' }
type Screen = keyof typeof TABS | 'sale' | 'gate' | 'practice' | 'readiness' | 'recent' | 'leave'

/** The screens that a hand scanner may interrupt: if a code is scanned, the app changes to Scan. */
const QUIET: readonly Screen[] = ['find', 'more', 'gate', 'readiness', 'recent']

/** The navigation is at the bottom, within reach of the thumb. */
export function GateScreen({ session }: { session: GateSession }) {
  const [place, setPlace] = useState<Screen>('scan')
  const [typed, setTyped] = useState('')
  const { pairing } = useSession(session)
  const [scanned, setScanned] = useState<string | null>(null)
  const isQuiet = QUIET.includes(place)
  useEffect(() => {
    if (!isQuiet) return
    return readKeys((text) => {
      setScanned(text)
      setPlace('scan')
    })
  }, [isQuiet])
  const go = (to: Screen) => {
    setTyped('')
    setScanned(null)
    setPlace(to)
  }
  const find = (text: string) => {
    setTyped(text)
    setPlace('find')
  }
  return (
    <div className="flex h-full flex-col">
      <StatusBar session={session} onGate={() => go('gate')} />
      {place === 'scan' && <ScanScreen session={session} scanned={scanned} />}
      {place === 'type' && <TypeScreen session={session} onFind={find} />}
      {place === 'find' && <FindScreen session={session} typed={typed} />}
      {place === 'sale' && <DoorSale session={session} />}
      {place === 'gate' && <ChooseGate session={session} onChosen={() => go('scan')} />}
      {place === 'practice' && <PracticeScreen />}
      {place === 'readiness' && <ReadinessScreen session={session} />}
      {place === 'recent' && <RecentScreen session={session} />}
      {place === 'leave' && <SignOff session={session} onStay={() => go('more')} />}
      {place === 'more' && (
        <Sheet title={pairing.phone.name}>
          {pairing.phone.may_sell && (
            <BigButton onClick={() => go('sale')}>Sell at the door</BigButton>
          )}
          <BigButton look="quiet" onClick={() => go('recent')}>
            Recent scans
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
            Unpair this phone
          </BigButton>
        </Sheet>
      )}
      <nav aria-label="Screens" className="grid grid-cols-4 border-t-2 border-edge bg-ground">
        {Object.entries(TABS).map(([to, label]) => (
          <button
            key={to}
            type="button"
            aria-current={place === to ? 'page' : undefined}
            onClick={() => go(to as Screen)}
            className="min-h-16 font-semibold aria-[current=page]:bg-ink aria-[current=page]:text-ground"
          >
            {label}
          </button>
        ))}
      </nav>
    </div>
  )
}
