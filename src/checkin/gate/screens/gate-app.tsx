import { useEffect, useEffectEvent, useState } from 'react'
import * as calls from '../engine/gate-calls.ts'
import { type GateStore, openGateStore } from '../engine/gate-store.ts'
import { readPairingCode } from '../engine/pair-phone.ts'
import { readVersion } from '../engine/readiness.ts'
import { type GateSession, openSession } from '../engine/session.ts'
import { readBattery, stayInTouch } from '../engine/stay-in-touch.ts'
import { BigButton, Note, Sheet } from './gate-parts.tsx'
import { GateScreen } from './gate-screen.tsx'
import { PairAnew } from './leave-sheet.tsx'
import { PairingScreen } from './pairing-screen.tsx'
import { useSession } from './use-session.ts'

type Opened =
  | { state: 'opening' }
  | { state: 'elsewhere' }
  | { state: 'broken' }
  | { state: 'open'; store: GateStore; session: GateSession | null }

export function GateApp() {
  const [opened, setOpened] = useState<Opened>({ state: 'opening' })
  const [wasRevoked, setWasRevoked] = useState(false)
  const open = async () => {
    try {
      if (!(await takeTurn())) return setOpened({ state: 'elsewhere' })
      const store = await openGateStore()
      setOpened({ state: 'open', store, session: await openSession(store, calls) })
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
        <Note>The app is open in another window of this phone. Continue there, or close it.</Note>
      </Sheet>
    )
  }
  if (opened.state === 'broken') {
    return (
      <Sheet title="Lango Gate">
        <Note>
          This browser cannot store anything, so it cannot check tickets. Reload the app. If that
          does not help, leave private mode, free some space, or use Chrome.
        </Note>
        <BigButton onClick={() => location.reload()}>Reload the app</BigButton>
      </Sheet>
    )
  }
  if (opened.session) {
    const onOver = () => {
      setWasRevoked(true)
      // If the phone was paired with another event, the store now contains the new event. The app
      // then opens it.
      void open()
    }
    return (
      <Watched key={opened.session.state.pairing.token} session={opened.session} onOver={onOver} />
    )
  }
  return <PairingScreen store={opened.store} wasRevoked={wasRevoked} onPaired={() => void open()} />
}

/** Syncs while any screen is open, so that queued rows are uploaded. */
function Watched({ session, onOver }: { session: GateSession; onOver: () => void }) {
  const { isOver } = useSession(session)
  const [code, forgetCode] = useLinkCode()
  const end = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  useEffect(() => {
    const tells = async () => ({ app: readVersion(), battery: await readBattery() })
    return stayInTouch(session, tells)
  }, [session])
  if (isOver) return null
  return code ? (
    <PairAnew session={session} code={code} onStay={forgetCode} />
  ) : (
    <GateScreen session={session} />
  )
}

/** The code of a pairing link. Also notices a link that is opened while the app is running. */
function useLinkCode() {
  const [code, setCode] = useState(() => readPairingCode(location.hash))
  useEffect(() => {
    const read = () => setCode(readPairingCode(location.hash))
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  const forget = () => {
    history.replaceState(null, '', '/gate/')
    setCode(null)
  }
  return [code, forget] as const
}

let hasTurn = false

/** Locks the app: two windows would decide independently. False if another window has the lock. */
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
