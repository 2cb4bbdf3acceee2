import type { RouterContextProvider } from 'react-router'
import type { EventList, EventReply } from '../../events/events.contract.ts'
import { PAGE_SIZE } from '../../events/search/browse.rules.ts'
import { type Answer, apiOf, callApi, pageFailure } from '../../ui/api.ts'

const LIMIT_MAX = 96

/**
 * In a loader: loads the first `pages` pages of a list of events, and whether more pages follow.
 */
export async function loadEvents(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  query: URLSearchParams,
  pages = 1,
): Promise<{ events: EventReply[]; hasMore: boolean }> {
  const events: EventReply[] = []
  let cursor: string | null = null
  do {
    const params = new URLSearchParams(query)
    params.set('limit', String(Math.min(pages * PAGE_SIZE - events.length, LIMIT_MAX)))
    if (cursor) params.set('cursor', cursor)
    const answer: Answer<EventList> = await callApi(apiOf(context), `/api/events?${params}`, {
      signal: request.signal,
    })
    if (!answer.ok) throw pageFailure(answer)
    events.push(...answer.data.data)
    cursor = answer.data.next_cursor
  } while (cursor && events.length < pages * PAGE_SIZE)
  return { events, hasMore: cursor !== null }
}
