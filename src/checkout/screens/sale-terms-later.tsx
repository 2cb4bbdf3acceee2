import { lazy, Suspense } from 'react'
import { loadOr } from '../../ui/load-or.ts'
import type { SaleTermsProps } from './sale-terms.tsx'

/** If loading fails, the page shows the prices of the reply, and the server refuses others. */
const load = () =>
  loadOr(
    import('./sale-terms.tsx').then((module) => module.SaleTerms),
    ({ children }) => children(),
  )

/** Loaded separately, because few events have such terms. The server renders them. */
const Whole = import.meta.env.SSR ? (await load()).default : lazy(load)

export function SaleTermsLater(props: SaleTermsProps) {
  return (
    <Suspense fallback={props.children()}>
      <Whole {...props} />
    </Suspense>
  )
}
