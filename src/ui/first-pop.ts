/**
 * A listener of `popstate` that runs before the router's: the browser calls listeners of the window
 * in the order of their registration, and this module is loaded before the router starts.
 */
export const firstPop: { listener: ((pop: PopStateEvent) => void) | null } = { listener: null }

if (typeof window !== 'undefined') {
  addEventListener('popstate', (pop) => firstPop.listener?.(pop))
}
