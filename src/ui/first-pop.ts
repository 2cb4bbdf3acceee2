/**
 * A listener of `popstate` that runs before the router's listener. Browsers call the window's
 * listeners in the order of their registration, and this module registers before the router starts.
 */
export const firstPop: { listener: ((pop: PopStateEvent) => void) | null } = { listener: null }

if (typeof window !== 'undefined') {
  addEventListener('popstate', (pop) => firstPop.listener?.(pop))
}
