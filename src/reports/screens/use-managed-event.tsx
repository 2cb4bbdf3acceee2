import type { EventReply } from '../../events/events.contract.ts'
import { type Answer, callApi } from '../../web/ui/api.ts'
import { type Asked, useAnswer } from '../../web/ui/office/use-answer.ts'
import { sessionFetch } from '../../web/ui/session.ts'
import type { EventTransactionStats } from '../reports.contract.ts'
import { callProcedure } from './use-dashboard.tsx'

/** An event of one's own; 404 where it is another organizer's, though its page may be public. */
export function useManagedEvent(id: string): Asked<EventReply> {
  return useAnswer(`event ${id}`, (signal) => readEvent(id, signal))
}

async function readEvent(id: string, signal: AbortSignal): Promise<Answer<EventReply>> {
  const [event, figures] = await Promise.all([
    callApi<EventReply>(sessionFetch, `/api/events/${encodeURIComponent(id)}`, { signal }),
    // Anybody may read a published event; its figures only who may see them.
    callProcedure<EventTransactionStats>('get_event_transaction_stats', signal, id),
  ])
  const isOthers = !figures.ok && [403, 404].includes(figures.status)
  return isOthers ? figures : event
}
