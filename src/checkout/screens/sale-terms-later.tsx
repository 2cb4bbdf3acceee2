import { lazy, Suspense, useState } from 'react'
import { loadOr } from '../../ui/load-or.ts'
import type { SaleTermsProps } from './sale-terms.tsx'

const load = () => import('./terms-of.ts')

/** The server renders the terms without waiting for a load. */
const server = import.meta.env.SSR ? await load() : null

export function SaleTermsLater(props: SaleTermsProps) {
  const [Whole] = useState(() => later(props))
  return (
    <Suspense fallback={props.children()}>
      <Whole {...props} />
    </Suspense>
  )
}

/**
 * Loaded separately, because few events have such terms. If loading fails, the page shows the prices
 * of the reply, and the server refuses others.
 */
function later({ event }: SaleTermsProps) {
  if (server) return server.termsOnServer(event)
  return lazy(() =>
    loadOr(
      load().then((module) => module.termsOf(event)),
      ({ children }: SaleTermsProps) => children(),
    ),
  )
}
