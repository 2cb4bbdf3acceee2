import { type ComponentProps, lazy, Suspense } from 'react'
import { loadOr } from '../../ui/load-or.ts'
import { Apology } from './apology.tsx'
import type { MissingPage } from './missing-page.tsx'

const load = () =>
  loadOr<ComponentProps<typeof MissingPage>>(
    import('./missing-page.tsx').then((module) => module.MissingPage),
    ({ heading }) => (
      <Apology sign="404" heading={heading}>
        {null}
      </Apology>
    ),
  )

/** Loaded separately, because links seldom lead to missing pages. */
const Whole = import.meta.env.SSR ? (await load()).default : lazy(load)

export function MissingLater(props: ComponentProps<typeof MissingPage>) {
  return (
    <Suspense>
      <Whole {...props} />
    </Suspense>
  )
}
