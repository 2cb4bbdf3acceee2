import { lazy, Suspense } from 'react'
import { loadOr } from '../../ui/load-or.ts'
import type { EventReply } from '../events.contract.ts'

const load = () => loadOr(import('./moved-notice.tsx').then((module) => module.MovedNotice))

/** The rescheduling notice, loaded separately because it is rare. The server renders it, too. */
const Whole = import.meta.env.SSR ? (await load()).default : lazy(load)

export function MovedLater({ event }: { event: EventReply }) {
  const { schedule_before: before } = event
  return (
    before &&
    event.cancelled_at === null && (
      <Suspense>
        <Whole event={event} before={before} />
      </Suspense>
    )
  )
}
