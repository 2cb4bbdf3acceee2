import { useEffect, useRef, useState } from 'react'
import { isSignedIn, useSession } from '../../accounts/office/session.ts'

/** By person and form; in memory alone, as long as the document lives. */
const kept = new Map<string, unknown>()

/**
 * What was typed into `form` when its person was signed out under it, as by a network that failed
 * at the wrong moment: it is there again once the same person is back. Null where there is none.
 */
export function useKeptVersion<V>(form: string) {
  const place = `${useSession().user?.id} ${form}`
  const [back] = useState(() => {
    const found = (kept.get(place) as V | undefined) ?? null
    kept.delete(place)
    return found
  })
  const typed = useRef<V | null>(null)
  useEffect(() => {
    return () => {
      if (!isSignedIn() && typed.current) kept.set(place, typed.current)
    }
  }, [place])
  return {
    back,
    /** With each rendering: what would be lost, or null. */
    keep: (version: V | null) => {
      typed.current = version
    },
  }
}
