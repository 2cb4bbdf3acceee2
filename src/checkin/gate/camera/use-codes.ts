import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { openCodeReader } from './code-reader.ts'
import { watchView } from './in-view.ts'
import { type Health, keepReading } from './keep-reading.ts'

type Look = { isOn: boolean; isBusy: boolean; onCode: (text: string) => void }

/** Calls `onCode` once for each code, and again only after the code has left the view. */
export function useCodes(
  view: RefObject<HTMLVideoElement | null>,
  { isOn, isBusy, onCode }: Look,
): Health {
  const [health, setHealth] = useState<Health>('works')
  const [isNew] = useState(watchView)
  const see = useEffectEvent((text: string) => {
    if (isNew(text, Date.now(), isBusy)) onCode(text)
  })
  useEffect(() => {
    if (!isOn) return
    let isOver = false
    void keepReading(openCodeReader, {
      view: () => view.current,
      isOver: () => isOver,
      onText: (text) => see(text),
      onHealth: setHealth,
    })
    return () => {
      isOver = true
    }
  }, [isOn, view])
  return health
}
