import type { ReactNode } from 'react'

type Component<P> = (props: P) => ReactNode

/** Loads a component for `lazy`. If loading fails, `fallback` takes its place, and the page goes on. */
export const loadOr = <P>(loading: Promise<Component<P>>, fallback: Component<P> = () => null) =>
  loading.then(
    (component) => ({ default: component }),
    () => ({ default: fallback }),
  )
