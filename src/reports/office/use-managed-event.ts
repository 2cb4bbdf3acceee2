import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { type Answer, callApi, type Problem } from '../../ui/api.ts'
import { type QueryState, useQuery } from '../../ui/office/use-query.ts'

const NOT_OURS: Problem = { ok: false, status: 404, code: 'not_found', error: '' }

/**
 * Loads an event that the user manages. Treats another organizer's event as 404, even if its public
 * page exists.
 */
export function useManagedEvent(id: string): QueryState<EventReply> {
  return useQuery(`event ${id}`, (signal) => readEvent(id, signal))
}

async function readEvent(id: string, signal: AbortSignal): Promise<Answer<EventReply>> {
  const path = `/api/events/${encodeURIComponent(id)}`
  const answer = await callApi<EventReply>(sessionFetch, path, { signal })
  // The server sends organizer_id only to users who manage the event.
  return answer.ok && answer.data.organizer_id === undefined ? NOT_OURS : answer
}
