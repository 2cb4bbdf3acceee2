import type { Deps } from '../platform/deps.ts'
import { type App, route } from '../platform/http.ts'
import { isUuid } from '../platform/ids.ts'
import { readPage, takePage } from '../platform/list-page.ts'
import { IdParams } from '../platform/platform.contract.ts'
import { type Viewer, viewerOf } from '../platform/viewer.ts'
import { EventError } from './errors.ts'
import { describeEvent } from './event-reply.ts'
import { EventList, EventQuery, EventReply, NamedList } from './events.contract.ts'
import {
  SOONEST,
  selectCategories,
  selectGates,
  selectPublicEvent,
  selectTicketTypes,
} from './events.sql.ts'
import { findEvents } from './find-events.ts'
import { readDay, readFlag } from './inputs.ts'
import { listManagedEvents, readManagedEvent } from './managed-events.ts'
import { searchWords } from './search.rules.ts'
import { selectSoughtWords } from './search.sql.ts'

type EventDeps = Pick<Deps, 'db' | 'env' | 'clock'>

export function registerEventRoutes(app: App, deps: EventDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/events',
    access: 'public',
    mayUse: ['bearer'],
    schema: { querystring: EventQuery, response: { 200: EventList } },
    handler: async (request) =>
      request.query.scope === 'managed'
        ? listManagedEvents(deps, viewerOf(request), request.query)
        : listEvents(deps, request.query),
  })
  route(app, {
    method: 'GET',
    url: '/api/events/:id',
    access: 'public',
    mayUse: ['bearer'],
    schema: { params: IdParams, response: { 200: EventReply } },
    handler: async (request) => readEvent(deps, request.viewer, request.params.id),
  })
  route(app, {
    method: 'GET',
    url: '/api/categories',
    access: 'public',
    schema: { response: { 200: NamedList } },
    handler: async () => ({ data: await selectCategories(deps.db), next_cursor: null }),
  })
  route(app, {
    method: 'GET',
    url: '/api/gates',
    access: 'public',
    schema: { response: { 200: NamedList } },
    handler: async () => ({ data: await selectGates(deps.db), next_cursor: null }),
  })
}

async function listEvents(deps: EventDeps, query: EventQuery): Promise<EventList> {
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
    data: page.map((row) => describeEvent(deps.env.publicOrigin, row, byEvent.get(row.id) ?? [])),
    next_cursor,
  }
}

async function readEvent(deps: EventDeps, viewer: Viewer | null, id: string): Promise<EventReply> {
  const managed = viewer && (await readManagedEvent(deps, viewer, id))
  if (managed) return managed
  const row = isUuid(id) ? await selectPublicEvent(deps.db, deps.clock.now(), id) : undefined
  if (!row) throw new EventError('event_not_found')
  return describeEvent(deps.env.publicOrigin, row, await selectTicketTypes(deps.db, [row.id]))
}
