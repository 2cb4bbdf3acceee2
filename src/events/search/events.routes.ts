import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { listManagedEvents, readManagedEvent } from '../editing/managed-events.ts'
import {
  CodeQuery,
  EventChoices,
  EventList,
  EventQuery,
  EventReply,
  NamedList,
} from '../events.contract.ts'
import { selectCategories, selectGates } from './choices.sql.ts'
import { readWithCode } from './event-with-code.ts'
import { listPublicEvents, readChoices, readPublicEvent } from './public-events.ts'

type EventDeps = Pick<Deps, 'db' | 'env' | 'clock'>

export function registerEventRoutes(app: App, deps: EventDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/events',
    access: 'public',
    right: 'see',
    mayUse: ['bearer'],
    schema: { querystring: EventQuery, response: { 200: EventList } },
    handler: async (request) =>
      request.query.scope === 'managed'
        ? listManagedEvents(deps, viewerOf(request), request.query)
        : listPublicEvents(deps, request.query),
  })
  route(app, {
    method: 'GET',
    url: '/api/events/:id',
    access: 'public',
    right: 'see',
    mayUse: ['bearer'],
    schema: { params: IdParams, querystring: CodeQuery, response: { 200: EventReply } },
    preValidation: dropUnreadableCode,
    handler: async ({ viewer, params: { id }, query: { code }, address }) => {
      const withCode = code === undefined ? null : await readWithCode(deps, { id, code, address })
      if (withCode) return withCode
      const event =
        (viewer && (await readManagedEvent(deps, viewer, id))) || (await readPublicEvent(deps, id))
      return code === undefined ? event : asWithout(event, deps.clock.now())
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/event_choices',
    access: 'public',
    schema: { response: { 200: EventChoices } },
    handler: () => readChoices(deps),
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

/** The event without the code. `promo: null` makes the page say that the code is not valid. */
const asWithout = (event: EventReply, now: Date): EventReply => ({
  ...event,
  as_of: now.toISOString(),
  promo: null,
})

/** Treats an unreadable code as a wrong code, so that the request still returns the event. */
async function dropUnreadableCode({ query }: { query: unknown }): Promise<void> {
  const sent = query as { code?: unknown }
  if (sent.code === undefined) return
  if (typeof sent.code !== 'string' || sent.code.includes('\0')) sent.code = ''
}
