import { lazy, Suspense } from 'react'
import type { EndedProps } from './ended.tsx'

/**
 * Loaded separately, because most visits end without a payment. If loading fails, the page shows the
 * words about a refund alone.
 */
export function loadEnded(): Promise<{ default: (props: EndedProps) => React.ReactNode }> {
  return import('./ended.tsx').then(
    (module) => ({ default: module.Ended }),
    () => ({ default: ({ step }) => step.at === 'refund' && step.order.message }),
  )
}

const Panel = lazy(loadEnded)

export function EndedLater(props: EndedProps) {
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  )
}
