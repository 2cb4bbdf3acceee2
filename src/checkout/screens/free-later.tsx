import { type ComponentProps, lazy, Suspense } from 'react'
import { loadOr } from '../../ui/load-or.ts'
import type { FreeOrder } from './free-order.tsx'

const load = () => loadOr(import('./free-order.tsx').then((module) => module.FreeOrder))

/** Loaded separately, because few orders are free. The server renders it. */
const Whole = import.meta.env.SSR ? (await load()).default : lazy(load)

export function FreeLater(props: ComponentProps<typeof FreeOrder>) {
  return (
    <Suspense>
      <Whole {...props} />
    </Suspense>
  )
}
