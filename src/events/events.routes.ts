import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type App, route } from '../platform/http.ts'
import { isUuid } from '../platform/ids.ts'
import { takePage, wrongCursor } from '../platform/list-page.ts'
import { ErrorReply, IdParams } from '../platform/platform.contract.ts'
import { type Viewer, viewerOf } from '../platform/viewer.ts'
import { describeEvent } from './describe-event.ts'
import { readFlag } from './event.rules.ts'
import { isDay } from './event-form.rules.ts'
import { EventList, EventQuery, EventReply, NamedList } from './events.contract.ts'
import {
  selectCategories,
  selectGates,
  selectPublicEvent,
  selectPublicEvents,
  selectTicketTypes,
} from './events.sql.ts'
import { readDay } from './inputs.ts'
import { listManagedEvents } from './list-managed-events.ts'
import { readManagedEvent } from './read-managed-event.ts'

export function registerEventRoutes(app: App, deps: Deps): void {
  route(app, {
    method: 'GET',
    url: '/api/events',
    access: 'public',
    schema: { querystring: EventQuery, response: { 200: EventList, '4xx': ErrorReply } },
    handler: async (request) =>
      request.query.scope === 'managed'
        ? listManagedEvents(deps, viewerOf(request), request.query)
        : listEvents(deps, request.query),
  })
  route(app, {
    method: 'GET',
    url: '/api/events/:id',
    access: 'public',
    schema: { params: IdParams, response: { 200: EventReply, '4xx': ErrorReply } },
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

async function listEvents(deps: Deps, query: EventQuery): Promise<EventList> {
  const limit = Number(query.limit ?? 24)
  // A blank search finds nothing (specification section 5); no `q` at all is no search.
  const isBlank = query.q !== undefined && query.q.trim() === ''
  if (isBlank || query.is_published === 'false') return { data: [], next_cursor: null }
  const rows = await selectPublicEvents(deps.db, deps.clock.now(), {
    isMainEvent: readFlag(query.is_main_event),
    isFeatured: readFlag(query.is_featured),
    category: query.category,
    search: query.q,
    from: readDay('from', query.from),
    to: readDay('to', query.to),
    after: query.cursor === undefined ? undefined : readCursor(query.cursor),
    limit,
  })
  const { page, next_cursor } = takePage(rows, limit, writeCursor)
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

async function readEvent(deps: Deps, viewer: Viewer | null, id: string): Promise<EventReply> {
  const managed = viewer && (await readManagedEvent(deps, viewer, id))
  if (managed) return managed
  const row = isUuid(id) ? await selectPublicEvent(deps.db, deps.clock.now(), id) : undefined
  if (!row) throw new AppError('event_not_found')
  return describeEvent(deps.env.publicOrigin, row, await selectTicketTypes(deps.db, [row.id]))
}

type Position = { date: string; time: string; id: string }

function writeCursor({ date, time, id }: Position): string {
  return Buffer.from(`${date} ${time} ${id}`).toString('base64url')
}

function readCursor(cursor: string): Position {
  const [date = '', time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (isDay(date) && /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time) && isUuid(id)) {
    return { date, time, id }
  }
  throw wrongCursor()
}
