import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False on the server and during hydration, and true afterwards. Content that only the browser
 * knows (history state, local storage) must wait until this is true. If it did not wait, the
 * browser's first render would differ from the server's HTML, and React would discard that HTML.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
