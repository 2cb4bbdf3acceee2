import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { openCodeReader } from './code-reader.ts'
import { watchView } from './in-view.ts'

/** Between two looks: enough for an eye, and the phone stays cool. */
const PAUSE_MS = 100
/** A worker that cannot start fails each time; a picture that came too early fails once. */
const FAILURES_MOST = 5

type Look = { isOn: boolean; isBusy: boolean; onCode: (text: string) => void }

/** Calls `onCode` for each code that comes into view and none that is there still. */
export function useCodes(
  view: RefObject<HTMLVideoElement | null>,
  { isOn, isBusy, onCode }: Look,
): 'works' | 'broken' {
  const [health, setHealth] = useState<'works' | 'broken'>('works')
  const [isNew] = useState(watchView)
  const see = useEffectEvent((text: string) => {
    if (isNew(text, Date.now(), isBusy)) onCode(text)
  })
  useEffect(() => {
    if (!isOn) return
    let isOver = false
    let failures = 0
    const look = async () => {
      const reader = await openCodeReader()
      while (!isOver) {
        try {
          const text = view.current && (await reader.read(view.current))
          failures = 0
          if (text && !isOver) see(text)
        } catch {
          failures += 1
          setHealth(failures > FAILURES_MOST ? 'broken' : 'works')
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
      reader.close()
    }
    void look()
    return () => {
      isOver = true
    }
  }, [isOn, view])
  return health
}
