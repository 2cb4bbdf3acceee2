import { useEffect, useState } from 'react'
import { checkReader } from '../camera/check-reader.ts'
import { openCamera } from '../camera/open-camera.ts'
import { type Check, readReadiness } from '../engine/readiness.ts'
import type { GateSession } from '../engine/session.ts'
import { giveSignal, play } from './feedback.ts'
import { BigButton, Sheet } from './gate-parts.tsx'
import { useSession } from './use-session.ts'

const MARKS = { good: '✓', bad: '✕', unknown: '?' }
const WORDS = { good: 'ready', bad: 'needs attention', unknown: 'unknown' }

/** A checklist that shows whether this phone is ready before the doors open. */
export function ReadinessScreen({ session }: { session: GateSession }) {
  const state = useSession(session)
  const [checks, setChecks] = useState<Check[]>([])
  const [camera, setCamera] = useState<Check | null>(null)
  const [reader, setReader] = useState<Check | null>(null)
  const [sound, setSound] = useState<Check | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again with each change
  useEffect(() => {
    let isOver = false
    void readReadiness(session).then((read) => !isOver && setChecks(read))
    return () => {
      isOver = true
    }
  }, [session, state])
  useEffect(() => void checkReader().then(setReader), [])
  const tryCamera = async () => setCamera(await readCamera())
  const trySound = () => {
    giveSignal('in')
    const isHeard = play('in')
    setSound({
      name: 'Sound',
      state: isHeard ? 'good' : 'unknown',
      says: isHeard ? 'You should hear two tones. If not, turn it up.' : 'Tap once more.',
    })
  }
  const all = [camera, reader, sound, ...checks].filter((check) => check !== null)
  return (
    <Sheet title="Is this phone ready?">
      <div className="grid grid-cols-2 gap-2">
        <BigButton look="quiet" onClick={() => void tryCamera()}>
          Try the camera
        </BigButton>
        <BigButton look="quiet" onClick={trySound}>
          Try the sound
        </BigButton>
      </div>
      <dl className="flex flex-col">
        {all.map(({ name, state: mark, says }) => (
          <div key={name} className="flex min-h-14 items-center gap-4 border-b border-line py-2">
            <dt className="w-24 font-semibold">{name}</dt>
            <dd className="min-w-0 flex-1">{says}</dd>
            <dd
              className={`grid size-8 place-items-center rounded-soft font-bold ${MARK_LOOKS[mark]}`}
            >
              <span aria-hidden="true">{MARKS[mark]}</span>
              <span className="sr-only">{WORDS[mark]}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}

const MARK_LOOKS = {
  good: 'bg-in text-white',
  bad: 'bg-no text-white',
  unknown: 'bg-before text-dark',
}

async function readCamera(): Promise<Check> {
  try {
    const stream = await openCamera()
    for (const track of stream.getTracks()) track.stop()
    return { name: 'Camera', state: 'good', says: 'Works' }
  } catch {
    return { name: 'Camera', state: 'bad', says: 'Not allowed or not found' }
  }
}
