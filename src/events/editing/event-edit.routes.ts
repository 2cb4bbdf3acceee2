import { Type } from 'typebox'
import { toServiceFee } from '../../accounts/fees/service-fee.rules.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { actionRoute } from '../../platform/http/action-route.ts'
import { type App, route } from '../../platform/http/http.ts'
import { readPage, takePage } from '../../platform/http/list-page.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { type Viewer, viewerOf } from '../../platform/http/viewer.ts'
import { feeOf } from '../../platform/values/money.rules.ts'
import { EventError } from '../errors.ts'
import { EventReply, PreviewReply } from '../events.contract.ts'
import type { CardDeps } from '../pictures/drawn-card.ts'
import { createEvent, type OtherRooms, saveEvent } from './edit-event.ts'
import {
  EventInput,
  OrganizerList,
  OrganizerQuery,
  PreviewLinkReply,
  SendInRequest,
} from './event-edit.contract.ts'
import { BY_ADDRESS, selectOrganizers } from './event-edit.sql.ts'
import { readManagedEvent } from './managed-events.ts'
import { makePreviewLink, readPreview } from './preview-links.ts'
import { sendIn } from './review.ts'

type EventDeps = Pick<Deps, 'db' | 'env' | 'clock'> & OtherRooms & CardDeps

/**
 * The size limit of a request, in bytes: enough for eight ticket types and a long description in a
 * script with three bytes per letter.
 */
const BODY_MAX = 256 * 1024

export function registerEventEditRoutes(app: App, deps: EventDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/events',
    access: 'organizer',
    right: 'edit',
    refuses: [404, 409, 429],
    bodyLimit: BODY_MAX,
    schema: { body: EventInput, response: { 201: EventReply } },
    handler: async (request, reply) => {
      const viewer = viewerOf(request)
      const id = await createEvent(deps, viewer, request.body)
      return reply.code(201).send(await readSaved(deps, viewer, id))
    },
  })
  route(app, {
    method: 'PUT',
    url: '/api/events/:id',
    access: 'organizer',
    right: 'edit',
    refuses: [409, 429],
    bodyLimit: BODY_MAX,
    schema: {
      params: IdParams,
      body: EventInput,
      response: { 200: EventReply },
    },
    handler: async (request) => {
      const viewer = viewerOf(request)
      await saveEvent(deps, viewer, request.params.id, request.body)
      return readSaved(deps, viewer, request.params.id)
    },
  })
  actionRoute(app, {
    url: '/api/events/:id/send_in',
    access: 'organizer',
    right: 'edit',
    refuses: [409, 422, 429],
    body: SendInRequest,
    reply: EventReply,
    act: async (viewer, id, body) => {
      await sendIn(deps, viewer, id, body?.zero_prices)
      return await readSaved(deps, viewer, id)
    },
  })
  registerPreviewRoutes(app, deps)
  route(app, {
    method: 'GET',
    url: '/api/organizers',
    access: 'admin',
    schema: { querystring: OrganizerQuery, response: { 200: OrganizerList } },
    handler: async (request) => listOrganizers(deps, request.query),
  })
}

/** Adds the routes for signed links that show a draft. */
function registerPreviewRoutes(app: App, deps: EventDeps): void {
  actionRoute(app, {
    url: '/api/events/:id/preview_links',
    access: 'organizer',
    right: 'edit',
    refuses: [],
    reply: PreviewLinkReply,
    status: 201,
    act: (viewer, id) => makePreviewLink(deps, viewer, id),
  })
  route(app, {
    method: 'GET',
    url: '/api/previews/:token',
    access: 'public',
    schema: {
      params: Type.Object({ token: Type.String({ maxLength: 100 }) }),
      response: { 200: PreviewReply },
    },
    handler: (request) => readPreview(deps, request.params.token),
  })
}

async function readSaved(deps: EventDeps, viewer: Viewer, id: string): Promise<EventReply> {
  const event = await readManagedEvent(deps, viewer, id)
  if (!event) throw new EventError('event_not_found')
  return event
}

/** The accounts that can be chosen as an event's organizer. */
async function listOrganizers(deps: EventDeps, query: OrganizerQuery): Promise<OrganizerList> {
  const wanted = readPage(BY_ADDRESS, query, 50)
  const rows = await selectOrganizers(deps.db, query.q?.trim() ?? '', wanted)
  const { page, next_cursor } = takePage(rows, wanted)
  const data = page.map(({ own_fee, ...row }) => ({
    ...row,
    service_fee: toServiceFee(feeOf(own_fee, deps.env.serviceFee)),
  }))
  return { data, next_cursor }
}
