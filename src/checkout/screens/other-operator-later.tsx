import { type ComponentProps, lazy, Suspense } from 'react'
import { loadOr } from '../../ui/load-or.ts'
import type { OtherOperator } from './other-operator.tsx'

const load = () => loadOr(import('./other-operator.tsx').then((module) => module.OtherOperator))

/** Loaded separately, because few buyers type a number of another operator. */
const Whole = import.meta.env.SSR ? (await load()).default : lazy(load)

export function OtherOperatorLater(props: ComponentProps<typeof OtherOperator>) {
  return (
    <Suspense>
      <Whole {...props} />
    </Suspense>
  )
}
