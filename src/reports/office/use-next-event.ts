import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventList, EventReply } from '../../events/events.contract.ts'
import { hasEnded, lastDate } from '../../events/sales.rules.ts'
import { callApi } from '../../ui/api.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import { REFRESH_MS } from './use-dashboard.ts'

const NEXT = '/api/events?scope=managed&sort=next&limit=1'

/** Whether the event is still to come. True for a draft without a date. */
export const isPlanned = (event: Pick<EventReply, 'date' | 'days' | 'cancelled_at'>): boolean =>
  event.cancelled_at === null && !hasEnded(lastDate(event), Date.now())

/** The viewer's next event. Undefined until it is read; null if nothing is planned. */
export function useNextEvent(): EventReply | null | undefined {
  const { data } = useQuery(
    'next event',
    (signal) => callApi<EventList>(sessionFetch, NEXT, { signal }),
    REFRESH_MS,
  )
  const event = data?.data[0]
  if (!data) return undefined
  return event && isPlanned(event) ? event : null
}
