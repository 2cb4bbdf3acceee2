import { useEffect, useEffectEvent, useState } from 'react'
import { isSignedIn, useSession } from '../../accounts/office/session.ts'

/**
 * Drafts by account and form. Stored in memory only, so they are lost when the document is closed.
 */
const kept = new Map<string, unknown>()

/**
 * The draft that this form showed when the account was signed out, for example by a network
 * failure. Null if there is none. The draft is restored when the same account has signed in again.
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

/** When a sign-out closes the form, stores the unsaved draft `version`, if there is one. */
export function useKeptOnSignOut<V>(place: string, version: V | null): void {
  const leave = useEffectEvent((from: string) => {
    if (!isSignedIn() && version) kept.set(from, version)
  })
  useEffect(() => () => leave(place), [place])
}
