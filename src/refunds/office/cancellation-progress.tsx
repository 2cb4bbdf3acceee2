import { useEffect, useEffectEvent, useRef } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { LONE_LINK } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { CancellationReply } from '../cancellation/cancellation.contract.ts'
import { progressText, shortText, stateText } from '../cancellation/progress-text.rules.ts'
import { PauseRefunds } from './pause-refunds.tsx'

function useCancellation(path: string) {
  return useQuery<CancellationReply>(
    path,
    (signal) => callApi<CancellationReply>(sessionFetch, path, { signal }),
    2000,
    ({ state }) => state === 'done',
  )
}

const pathOf = (eventId: string) => `/api/events/${eventId}/cancellation`

/** The state of the refunds in one line, which leads to the progress on the overview. */
export function CancellationLine({ eventId }: { eventId: string }) {
  const { data } = useCancellation(pathOf(eventId))
  if (data?.orders === 0) return null
  return (
    <p role="status" className="-my-2 min-h-11 text-small">
      {data && (
        <Link to={`/organizer/events/${eventId}`} className={LONE_LINK}>
          {shortText(data)}
        </Link>
      )}
    </p>
  )
}

/** Progress of the refunds of a cancelled event. */
export function CancellationProgress({
  eventId,
  isAdmin,
  onProgress,
}: {
  eventId: string
  isAdmin: boolean
  /** After an order was refunded, which changes the figures of the event. */
  onProgress: () => void
}) {
  const path = pathOf(eventId)
  const { data, reload } = useCancellation(path)
  const refunded = data?.refunded
  const before = useRef(refunded)
  const reportProgress = useEffectEvent(onProgress)
  useEffect(() => {
    if (before.current !== undefined && before.current !== refunded) reportProgress()
    before.current = refunded
  }, [refunded])

  return (
    <section
      aria-labelledby="cancellation"
      className="mt-4 rounded-card border border-line bg-paper p-4 sm:p-6"
    >
      <h2 id="cancellation" className="text-lead font-bold">
        This event is cancelled
      </h2>
      {data && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-4">
          <div role="status" className="min-w-0">
            <p className="font-semibold">{stateText(data)}</p>
            <p className="text-quiet">
              {progressText(data)}
              {data.failed > data.stuck &&
                ` · ${formatCount(data.failed - data.stuck)} on the work list`}
            </p>
            {data.waiting.map((text) => (
              <p key={text} className="text-quiet">
                <WholeWords text={text} />
              </p>
            ))}
          </div>
          {isAdmin && data.state !== 'done' && data.refunded < data.orders && (
            <PauseRefunds path={path} isPaused={data.state === 'paused'} onDone={reload} />
          )}
        </div>
      )}
      {data && <StuckOrders {...data} />}
      {data && data.orders > 0 && (
        <progress
          className="mt-3 h-2 w-full accent-accent"
          aria-label="Orders refunded"
          max={data.orders}
          value={data.refunded}
        />
      )}
    </section>
  )
}

/**
 * Orders whose refund could not be started. No other list shows these orders, because they have no
 * refund yet.
 */
export function StuckOrders({
  stuck,
  stuck_orders: orders,
}: Pick<CancellationReply, 'stuck' | 'stuck_orders'>) {
  if (orders.length === 0) return null
  const more = stuck - orders.length
  return (
    <div className="mt-3">
      <p>These orders could not be refunded. We retry automatically. Reasons:</p>
      <ul className="mt-1">
        {orders.map(({ id, code, why }) => (
          <li key={id} className="wrap-anywhere">
            <strong>{code}</strong>: <span>{why}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-quiet">And {formatCount(more)} more.</p>}
    </div>
  )
}
