import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { type Answer, callApi, type Problem } from '../../ui/api.ts'
import { type Asked, useAnswer } from '../../ui/office/use-answer.ts'

const NOT_OURS: Problem = { ok: false, status: 404, code: 'not_found', error: '' }

/** Loads an event of the user. Another organizer's event is 404, even if its page is public. */
export function useManagedEvent(id: string): Asked<EventReply> {
  return useAnswer(`event ${id}`, (signal) => readEvent(id, signal))
}

async function readEvent(id: string, signal: AbortSignal): Promise<Answer<EventReply>> {
  const path = `/api/events/${encodeURIComponent(id)}`
  const answer = await callApi<EventReply>(sessionFetch, path, { signal })
  // Only users who manage an event receive its organizer's id.
  return answer.ok && answer.data.organizer_id === undefined ? NOT_OURS : answer
}
