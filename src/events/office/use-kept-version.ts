import { useEffect, useEffectEvent, useState } from 'react'
import { isSignedIn, useSession } from '../../accounts/office/session.ts'

/** By person and form; in memory alone, as long as the document lives. */
const kept = new Map<string, unknown>()

/**
 * What was typed into `form` when its person was signed out under it, as by a network that failed
 * at the wrong moment: it is there again once the same person is back. Null if there is none.
 */
export function useKeptVersion<V>(form: string): { back: V | null; place: string } {
  const place = `${useSession().user?.id} ${form}`
  const [back] = useState(() => {
    const found = (kept.get(place) as V | undefined) ?? null
    kept.delete(place)
    return found
  })
  return { back, place }
}

/** `version` is what would be lost if its person were signed out now, or null. */
export function useKeptOnSignOut<V>(place: string, version: V | null): void {
  const leave = useEffectEvent((from: string) => {
    if (!isSignedIn() && version) kept.set(from, version)
  })
  useEffect(() => () => leave(place), [place])
}
