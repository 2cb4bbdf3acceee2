import { type ComponentProps, lazy, Suspense } from 'react'
import { loadOr } from '../../ui/load-or.ts'
import { Notice } from '../../ui/notice.tsx'
import type { CancelledNotice } from './cancelled-notice.tsx'

type Props = ComponentProps<typeof CancelledNotice>

/** Shown while the notice loads after a navigation. Stays if loading fails. */
function PlainNotice() {
  return (
    <Notice look="bad">
      <strong>This event is cancelled</strong>
    </Notice>
  )
}

const load = () =>
  loadOr(
    import('./cancelled-notice.tsx').then((module) => module.CancelledNotice),
    PlainNotice,
  )

/** Loaded separately, because few events are cancelled. The server renders the whole notice. */
const Whole = import.meta.env.SSR ? (await load()).default : lazy(load)

export function CancelledLater(props: Props) {
  return (
    <Suspense fallback={<PlainNotice />}>
      <Whole {...props} />
    </Suspense>
  )
}
