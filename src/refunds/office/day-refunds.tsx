import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { callApi } from '../../ui/api.ts'
import { formatFullDate } from '../../ui/dates.rules.ts'
import { countOf, formatCount } from '../../ui/office/formats.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import type { DayCancellationReply } from '../reschedule/day-cancellation.contract.ts'
import { PauseRefunds } from './pause-refunds.tsx'

/** The refunds of each cancelled day, until they are finished. */
export function DayRefunds({ event, isAdmin }: { event: EventReply; isAdmin: boolean }) {
  const cancelled = (event.days ?? []).filter((day) => day.cancelled_at)
  return cancelled.map(({ n }) => <DayRefund key={n} {...{ eventId: event.id, n, isAdmin }} />)
}

function DayRefund({ eventId, n, isAdmin }: { eventId: string; n: number; isAdmin: boolean }) {
  const path = `/api/events/${eventId}/days/${n}/cancellation`
  const { data, reload } = useQuery<DayCancellationReply>(
    path,
    (signal) => callApi<DayCancellationReply>(sessionFetch, path, { signal }),
    2000,
    ({ state }) => state === 'done',
  )
  if (!data || data.state === 'done') return null
  const { date, state, buyers, notified } = data
  const isPaused = state === 'paused'

  return (
    <section
      aria-labelledby={`cancelled-${n}`}
      className="mt-4 rounded-card border border-line bg-paper p-4 sm:p-6"
    >
      <h2 id={`cancelled-${n}`} className="text-lead font-bold">
        {formatFullDate(date)} is cancelled
      </h2>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-4">
        <div role="status" className="min-w-0">
          <p className="font-semibold">{isPaused ? 'Refunds are paused' : 'Refunding…'}</p>
          <p className="text-quiet">
            {formatCount(notified)} of {countOf(buyers, 'buyer')} notified
          </p>
          {isPaused && notified < buyers && (
            <p className="text-quiet">{untold(buyers - notified)}</p>
          )}
        </div>
        {isAdmin && <PauseRefunds {...{ path, isPaused }} onDone={reload} />}
      </div>
    </section>
  )
}

/** While refunds are paused, their SMS waits as well. */
function untold(buyers: number): string {
  const who = countOf(buyers, 'buyer')
  return `${who} ${buyers === 1 ? 'has' : 'have'} no SMS yet. Their tickets already say that the day is cancelled.`
}
