import { type ComponentProps, lazy, Suspense } from 'react'
import { loadOr } from '../../ui/load-or.ts'
import type { CancelledNotice } from './cancelled-notice.tsx'

const load = () =>
  loadOr(
    import('./cancelled-notice.tsx').then((module) => module.CancelledNotice),
    () => null,
  )

/**
 * Loaded separately, because few events are cancelled. The server renders the whole notice. After a
 * navigation, until the notice is loaded, only the line above the title reports the cancellation.
 */
const Whole = import.meta.env.SSR ? (await load()).default : lazy(load)

export function CancelledLater(props: ComponentProps<typeof CancelledNotice>) {
  return (
    <Suspense>
      <Whole {...props} />
    </Suspense>
  )
}
