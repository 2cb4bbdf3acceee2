import { useSyncExternalStore } from 'react'
import { readMark } from '../session-mark.rules.ts'

function subscribe(changed: () => void): () => void {
  addEventListener('pageshow', changed)
  document.addEventListener('visibilitychange', changed)
  return () => {
    removeEventListener('pageshow', changed)
    document.removeEventListener('visibilitychange', changed)
  }
}

/**
 * Whether an organizer is signed in on this browser. False on the server and in the first render,
 * so that public HTML depends on no cookie.
 */
export function useSignedIn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readMark(document.cookie) > 0,
    () => false,
  )
}
