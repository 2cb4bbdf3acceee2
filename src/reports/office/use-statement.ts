import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { type Answer, callApi } from '../../ui/api.ts'
import { type QueryState, useQuery } from '../../ui/office/use-query.ts'
import type { EventStatement } from '../statement/statement.contract.ts'

const PAGE_LINES = 50
/** The most lines that the server returns in one response. */
const LINES_A_CALL = 100

/**
 * Loads an event's statement with the first `pages` pages of its lines. The sums cover all lines.
 */
export function useStatement(eventId: string, pages: number): QueryState<EventStatement> {
  const query = useQuery(`statement ${eventId} ${pages}`, (signal) =>
    readStatement(eventId, pages * PAGE_LINES, signal),
  )
  // The current rows stay on the screen while the next page is loading.
  const [last, setLast] = useState(query.data)
  if (query.data && query.data !== last) setLast(query.data)
  return { ...query, data: query.data ?? last }
}

async function readStatement(
  eventId: string,
  wanted: number,
  signal: AbortSignal,
): Promise<Answer<EventStatement>> {
  const path = `/api/events/${encodeURIComponent(eventId)}/statement`
  let whole = null as EventStatement | null
  for (;;) {
    const missing: number = wanted - (whole?.lines.length ?? 0)
    const query = new URLSearchParams({ limit: String(Math.min(missing, LINES_A_CALL)) })
    if (whole?.next_cursor) query.set('cursor', whole.next_cursor)
    const answer = await callApi<EventStatement>(sessionFetch, `${path}?${query}`, { signal })
    if (!answer.ok) return answer
    const { lines, next_cursor } = answer.data
    // Keep the sums of the first page, because a later response may already include a sale that is
    // on no loaded page.
    whole = { ...(whole ?? answer.data), lines: [...(whole?.lines ?? []), ...lines], next_cursor }
    if (next_cursor === null || whole.lines.length >= wanted) {
      return { ok: true, status: 200, data: whole }
    }
  }
}
