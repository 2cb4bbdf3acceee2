import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { CameraView } from '../camera/camera-view.tsx'
import type { GateStore } from '../engine/gate-store.ts'
import { pairingProblem, pairPhone, readPairingCode } from '../engine/pair-phone.ts'
import { BigButton, INPUT, Note, Problem, Sheet } from './gate-parts.tsx'

type Props = { store: GateStore; wasRevoked: boolean; onPaired: () => void }

/** The steward enters or opens a code, which works once. */
export function PairingScreen({ store, wasRevoked, onPaired }: Props) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [isScanning, setIsScanning] = useState(false)

  const pair = async (text: string) => {
    const code = readPairingCode(text)
    if (!code)
      return setProblem('Not a pairing code. Find it in the SMS or on the organizer’s screen.')
    setIsBusy(true)
    setIsScanning(false)
    const answer = await pairPhone(store, code).catch((fault: Error) => fault)
    setIsBusy(false)
    if (!(answer instanceof Error) && answer.ok) return onPaired()
    setProblem(pairingProblem(answer))
  }
  const pairByLink = useEffectEvent(() => {
    const code = location.hash
    if (code.length < 2) return
    // Remove the code from the address: it is used up, and opening the address again would only
    // show an error.
    history.replaceState(null, '', '/gate/')
    void pair(code)
  })
  useEffect(() => {
    pairByLink()
    // If a link is opened while the app is open, the browser does not reload the page but fires
    // this event.
    addEventListener('hashchange', pairByLink)
    return () => removeEventListener('hashchange', pairByLink)
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void pair(typed)
  }
  return (
    <Sheet title="Lango Gate">
      {wasRevoked && <Note>This phone was unpaired. All event data was removed.</Note>}
      <p className="text-lead">Pair this phone with the organizer’s code.</p>
      {problem && <Problem>{problem}</Problem>}
      {isScanning && <CameraView isBusy={isBusy} onCode={(text) => void pair(text)} />}
      <form onSubmit={submit} className="flex flex-col gap-4">
        <label className="flex flex-col gap-2 font-semibold">
          Code
          <input
            className={`${INPUT} font-mono`}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </label>
        <BigButton type="submit" disabled={isBusy || typed.trim() === ''}>
          {isBusy ? 'Pairing…' : 'Pair this phone'}
        </BigButton>
        <BigButton look="quiet" onClick={() => setIsScanning(!isScanning)} disabled={isBusy}>
          {isScanning ? 'Stop the camera' : 'Scan the code'}
        </BigButton>
      </form>
    </Sheet>
  )
}
