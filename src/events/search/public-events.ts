import type { Deps } from '../../platform/database/deps.ts'
import { readPage, takePage } from '../../platform/http/list-page.ts'
import { isUuid } from '../../platform/ids.ts'
import { readDay, readFlag } from '../editing/parse-event.ts'
import { EventError } from '../errors.ts'
import { dialCodeOf, newsOf, toEventReply } from '../event-reply.ts'
import type { EventList, EventQuery, EventReply } from '../events.contract.ts'
import { SOONEST, selectPublicEvent, selectTicketTypes } from '../events.sql.ts'
import { searchWords } from '../search.rules.ts'
import { selectSoughtWords } from '../search.sql.ts'
import { findEvents } from './find-events.ts'

type EventDeps = Pick<Deps, 'db' | 'env' | 'clock'>

/** The public list of events on sale. */
export async function listPublicEvents(deps: EventDeps, query: EventQuery): Promise<EventList> {
  // A blank search finds nothing (specification section 5); no `q` at all is no search.
  const words = query.q === undefined ? undefined : searchWords(query.q)
  if (words?.length === 0 || query.is_published === 'false') return { data: [], next_cursor: null }
  const wanted = readPage(SOONEST, query, 24)
  const rows = await findEvents(deps.db, deps.clock.now(), {
    isMainEvent: readFlag(query.is_main_event),
    isFeatured: readFlag(query.is_featured),
    category: query.category,
    words: words && (await selectSoughtWords(deps.db, words)),
    from: readDay('from', query.from),
    to: readDay('to', query.to),
    ...wanted,
  })
  const { page, next_cursor } = takePage(rows, wanted)
  const types = page.length
    ? await selectTicketTypes(
        deps.db,
        page.map((row) => row.id),
      )
    : []
  const byEvent = Map.groupBy(types, (type) => type.event_id)
  return {
    data: page.map((row) => toEventReply(deps.env.publicOrigin, row, byEvent.get(row.id) ?? [])),
    next_cursor,
  }
}

export async function readPublicEvent(deps: EventDeps, id: string): Promise<EventReply> {
  const row = isUuid(id) ? await selectPublicEvent(deps.db, deps.clock.now(), id) : undefined
  if (!row) throw new EventError('event_not_found')
  const event = toEventReply(deps.env.publicOrigin, row, row.ticket_types)
  return { ...event, ...dialCodeOf(row), ...newsOf(row) }
}
