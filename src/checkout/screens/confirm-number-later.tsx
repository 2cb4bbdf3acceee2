import { type ComponentProps, lazy, Suspense } from 'react'
import { loadOr } from '../../ui/load-or.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import type { ConfirmNumber } from './confirm-number.tsx'

const Whole = lazy(() =>
  loadOr(import('./confirm-number.tsx').then((module) => module.ConfirmNumber)),
)

/** Loaded separately, because few later sales have free tickets. Needs scripts. */
export function ConfirmNumberLater(props: ComponentProps<typeof ConfirmNumber>) {
  return useHydrated() ? (
    <Suspense>
      <Whole {...props} />
    </Suspense>
  ) : null
}
