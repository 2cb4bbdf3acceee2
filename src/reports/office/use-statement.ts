import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { type Answer, callApi } from '../../ui/api.ts'
import { type Asked, useAnswer } from '../../ui/office/use-answer.ts'
import type { EventStatement } from '../statement/statement.contract.ts'

const PAGE_LINES = 50
/** The server's limit. */
const LINES_A_CALL = 100

/** An event's statement with so many pages of its lines; the sums are of all of them. */
export function useStatement(eventId: string, pages: number): Asked<EventStatement> {
  const asked = useAnswer(`statement ${eventId} ${pages}`, (signal) =>
    readStatement(eventId, pages * PAGE_LINES, signal),
  )
  // Keeps the current rows while the next page is loading.
  const [last, setLast] = useState(asked.data)
  if (asked.data && asked.data !== last) setLast(asked.data)
  return { ...asked, data: asked.data ?? last }
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
    // The newest sums may hold a sale that is on none of the pages: those of the first page stay.
    whole = { ...(whole ?? answer.data), lines: [...(whole?.lines ?? []), ...lines], next_cursor }
    if (next_cursor === null || whole.lines.length >= wanted) {
      return { ok: true, status: 200, data: whole }
    }
  }
}
