import { lazy, Suspense } from 'react'
import { loadOr } from '../../ui/load-or.ts'
import type { EndedProps } from './ended.tsx'

/**
 * Loaded separately, because most visits end without a payment. If loading fails, the page shows
 * only the text about a refund.
 */
export const loadEnded = () =>
  loadOr(
    import('./ended.tsx').then((module) => module.Ended),
    ({ step }) => step.at === 'refund' && step.order.message,
  )

const Panel = lazy(loadEnded)

export function EndedLater(props: EndedProps) {
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  )
}
