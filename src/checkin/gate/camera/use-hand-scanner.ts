import { useEffect, useEffectEvent, useState } from 'react'
import { watchView } from './in-view.ts'
import { readKeys } from './read-keys.ts'

type Scanner = {
  isBusy: boolean
  onCode: (text: string) => Promise<void>
  /** A code that was scanned before this screen was opened. */
  first?: string | null
}

/**
 * Calls `onCode` for each code of a hand scanner, one after the other. A code that is scanned while
 * a result is shown waits. Returns a function that adds a typed number to the same queue.
 */
export function useHandScanner({ isBusy, onCode, first }: Scanner): (text: string) => void {
  const [queue, setQueue] = useState<readonly string[]>(first ? [first] : [])
  const [isTaking, setIsTaking] = useState(false)
  const [isNew] = useState(watchView)
  const add = (text: string) => setQueue((before) => [...before, text])
  const take = useEffectEvent(async (text: string) => {
    setQueue((before) => before.slice(1))
    setIsTaking(true)
    await onCode(text).finally(() => setIsTaking(false))
  })
  // If the steward pulls the trigger twice, the code counts only once, like a code that stays in
  // the camera's view.
  const see = useEffectEvent((text: string) => {
    if (isNew(text, Date.now(), false)) add(text)
  })
  useEffect(() => readKeys((text) => see(text)), [])
  const next = isBusy || isTaking ? undefined : queue[0]
  useEffect(() => {
    if (next !== undefined) void take(next)
  }, [next])
  return add
}
