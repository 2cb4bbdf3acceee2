import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False while the server renders and in the first pass over its HTML, true after it. What only
 * the browser knows (history state, local storage) may be rendered once this is true: earlier,
 * the two would differ and React would throw the server's HTML away.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
