import { type ComponentProps, lazy, Suspense } from 'react'
import type { PayByHand } from './pay-by-hand.tsx'

type Props = ComponentProps<typeof PayByHand>

/** Its script is no part of the event page: few prompts fail. An SMS says the same. */
const ByHand = lazy(
  (): Promise<{ default: (props: Props) => React.ReactNode }> =>
    import('./pay-by-hand.tsx').then(
      (module) => ({ default: module.PayByHand }),
      () => ({ default: () => null }),
    ),
)

export function PayByHandLater(props: Props) {
  return (
    <Suspense>
      <ByHand {...props} />
    </Suspense>
  )
}
