import { type ComponentProps, lazy, Suspense } from 'react'
import { loadOr } from '../../ui/load-or.ts'
import type { AllTaken } from './all-taken.tsx'

const load = () => loadOr(import('./all-taken.tsx').then((module) => module.AllTaken))

/** Loaded separately, because unpaid orders seldom hold all the last tickets. */
const Whole = import.meta.env.SSR ? (await load()).default : lazy(load)

export function AllTakenLater(props: ComponentProps<typeof AllTaken>) {
  return (
    <Suspense>
      <Whole {...props} />
    </Suspense>
  )
}
