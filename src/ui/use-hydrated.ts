import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False on the server and in the first render over its HTML, then true. Content that only the
 * browser knows (history state, local storage) must wait for true. Otherwise the two renders would
 * differ, and React would discard the server's HTML.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
