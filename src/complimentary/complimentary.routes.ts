import { Type } from 'typebox'
import type { Deps } from '../platform/database/deps.ts'
import { actionRoute } from '../platform/http/action-route.ts'
import { type App, route } from '../platform/http/http.ts'
import { IdParams } from '../platform/http/platform.contract.ts'
import { type Sees, viewerOf } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/ids.ts'
import { requestedLanguage } from '../platform/values/language.rules.ts'
import { claimTicket, makeAllotment, withdrawAllotment } from './allotments.ts'
import {
  Allotment,
  AllotmentPage,
  AllotmentRequest,
  Claimed,
  ClaimRequest,
  Complimentary,
  ComplimentaryBatch,
  GiveRequest,
  GuestList,
  LinksQuery,
  LinksRequest,
  OpenLinks,
  Revoked,
  RevokeRequest,
} from './complimentary.contract.ts'
import { selectEventOfGuests } from './complimentary.sql.ts'
import { readOpenLinks, withdrawLinks } from './copied-links.ts'
import { selectOrderOfLine } from './free-orders.sql.ts'
import { giveTickets } from './give-tickets.ts'
import {
  readAllotment,
  readAllotmentPage,
  readBatch,
  readComplimentary,
  readGuests,
} from './read-complimentary.ts'
import { revokeFree } from './revoke-free.ts'
import { revokeTickets } from './revoke-tickets.ts'

type RouteDeps = Pick<Deps, 'db' | 'env' | 'clock'>

/** The size limit of a request, in bytes: enough for ROWS_MAX rows with long names. */
const BODY_MAX = 256 * 1024

/** Adds the routes of complimentary tickets and allotments. */
export function registerComplimentaryRoutes(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/events/:id/complimentary',
    access: 'organizer',
    right: 'edit',
    schema: { params: IdParams, response: { 200: Complimentary } },
    handler: (request) => readComplimentary(deps, viewerOf(request), request.params.id),
  })
  route(app, {
    method: 'POST',
    url: '/api/events/:id/complimentary',
    access: 'organizer',
    right: 'edit',
    bodyLimit: BODY_MAX,
    refuses: [409, 429],
    schema: { params: IdParams, body: GiveRequest, response: { 201: ComplimentaryBatch } },
    handler: async (request, reply) => {
      const { id } = request.params
      const batchId = await giveTickets(deps, viewerOf(request), id, request.body)
      return reply.code(201).send(await readBatch(deps, id, batchId))
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/complimentary/:id',
    access: 'organizer',
    right: 'edit',
    config: { sees: seesGiven },
    schema: { params: IdParams, response: { 200: GuestList } },
    handler: (request) => readGuests(deps, viewerOf(request), request.params.id),
  })
  actionRoute(app, {
    url: '/api/complimentary/:id/revoke',
    access: 'organizer',
    right: 'edit',
    config: { sees: seesGiven },
    body: RevokeRequest,
    reply: Revoked,
    act: (viewer, id, { order_ids: orderIds }) => revokeTickets(deps, viewer, id, orderIds),
  })
  actionRoute(app, {
    url: '/api/transactions/:id/revoke',
    access: 'organizer',
    right: 'edit',
    config: { sees: seesLine },
    reply: Revoked,
    act: (viewer, id) => revokeFree(deps, viewer, id),
  })
  registerAllotments(app, deps)
  registerCopiedLinks(app, deps)
  registerLinkRoutes(app, deps)
}

function registerAllotments(app: App, deps: RouteDeps): void {
  actionRoute(app, {
    url: '/api/events/:id/allotments',
    access: 'organizer',
    right: 'edit',
    body: AllotmentRequest,
    reply: Allotment,
    status: 201,
    act: async (viewer, id, body) => {
      const allotmentId = await makeAllotment(deps, viewer, id, body)
      return await readAllotment(deps, id, allotmentId)
    },
  })
  actionRoute(app, {
    url: '/api/allotments/:id/withdraw',
    access: 'organizer',
    right: 'edit',
    config: { sees: seesGiven },
    refuses: [],
    reply: Allotment,
    act: async (viewer, id) => {
      const eventId = await withdrawAllotment(deps, viewer, id)
      return await readAllotment(deps, eventId, id)
    },
  })
}

/** Registers the routes for sponsor links that a removed member may have copied. For owners. */
function registerCopiedLinks(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/organizations/:id/allotments',
    access: 'organizer',
    schema: { params: IdParams, querystring: LinksQuery, response: { 200: OpenLinks } },
    handler: (request) => {
      const { id: organizer } = request.params
      const scope = { organizer, eventId: request.query.event_id ?? null }
      return readOpenLinks(deps, viewerOf(request), scope)
    },
  })
  actionRoute(app, {
    url: '/api/organizations/:id/allotments/withdraw',
    access: 'organizer',
    refuses: [],
    body: LinksRequest,
    reply: OpenLinks,
    act: (viewer, organizer, { event_id: eventId = null }) =>
      withdrawLinks(deps, viewer, { organizer, eventId }),
  })
}

const TokenParams = Type.Object({ token: Type.String() })

/** Registers the routes behind an allotment's link, for guests. */
function registerLinkRoutes(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/allotments/:token',
    access: 'public',
    refuses: [404],
    schema: { params: TokenParams, response: { 200: AllotmentPage } },
    handler: (request) => readAllotmentPage(deps, request.params.token),
  })
  route(app, {
    method: 'POST',
    url: '/api/allotments/:token/claims',
    access: 'public',
    refuses: [404, 409, 429],
    schema: { params: TokenParams, body: ClaimRequest, response: { 201: Claimed } },
    handler: async (request, reply) => {
      const { token } = request.params
      const language = requestedLanguage(request.headers)
      const from = { address: request.address, language }
      return reply.code(201).send(await claimTicket(deps, { ...request.body, token, ...from }))
    },
  })
}

/** Whether the viewer sees the event of a batch or allotment. */
const seesGiven: Sees = async (db, viewer, { id = '' }) =>
  isUuid(id) && (await selectEventOfGuests(db, viewer, id, new Date())) !== undefined

/** Whether the viewer sees the event of an order line. */
const seesLine: Sees = async (db, viewer, { id = '' }) =>
  isUuid(id) && (await selectOrderOfLine(db, viewer, id, new Date())) !== undefined
