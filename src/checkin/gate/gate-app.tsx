import { useEffect, useState } from 'react'
import { type Desk, openDesk } from './desk.ts'
import * as calls from './gate-calls.ts'
import { GateDesk } from './gate-desk.tsx'
import { Note, Sheet } from './gate-parts.tsx'
import { type GateStore, openGateStore } from './gate-store.ts'
import { PairingScreen } from './pairing-screen.tsx'
import { useDesk } from './use-desk.ts'

type Opened =
  | { state: 'opening' }
  | { state: 'elsewhere' }
  | { state: 'broken' }
  | { state: 'open'; store: GateStore; desk: Desk | null }

export function GateApp() {
  const [opened, setOpened] = useState<Opened>({ state: 'opening' })
  const [wasRevoked, setWasRevoked] = useState(false)
  const open = async () => {
    try {
      if (!(await takeTurn())) return setOpened({ state: 'elsewhere' })
      const store = await openGateStore()
      setOpened({ state: 'open', store, desk: await openDesk(store, calls) })
    } catch {
      setOpened({ state: 'broken' })
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void open(), [])
  if (opened.state === 'opening') return null
  if (opened.state === 'elsewhere') {
    return (
      <Sheet title="Lango Gate">
        <Note>The app is open in another window of this phone. Go on there, or close it.</Note>
      </Sheet>
    )
  }
  if (opened.state === 'broken') {
    return (
      <Sheet title="Lango Gate">
        <Note>
          This browser keeps nothing, so it cannot be a validator. Leave private mode, free some
          space, or use Chrome.
        </Note>
      </Sheet>
    )
  }
  if (opened.desk) {
    const onRevoked = () => {
      setWasRevoked(true)
      setOpened({ ...opened, desk: null })
    }
    return (
      <Watched key={opened.desk.state.pairing.phone.id} desk={opened.desk} onRevoked={onRevoked} />
    )
  }
  return <PairingScreen store={opened.store} wasRevoked={wasRevoked} onPaired={() => void open()} />
}

function Watched({ desk, onRevoked }: { desk: Desk; onRevoked: () => void }) {
  const { isRevoked } = useDesk(desk)
  useEffect(() => {
    if (isRevoked) onRevoked()
  }, [isRevoked, onRevoked])
  return <GateDesk desk={desk} />
}

let hasTurn = false

/** Two windows would each decide without knowing of the other. Held until the window is closed. */
async function takeTurn(): Promise<boolean> {
  if (hasTurn || !('locks' in navigator)) return true
  hasTurn = await new Promise<boolean>((resolve) => {
    void navigator.locks.request('lango-gate', { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock && new Promise(() => {})
    })
  })
  return hasTurn
}
