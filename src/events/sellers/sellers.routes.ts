import type { Deps } from '../../platform/database/deps.ts'
import { actionRoute } from '../../platform/http/action-route.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { Seller, SellerParams, SellerRequest, VisitRequest } from './sellers.contract.ts'
import { addSeller, endSeller, noteVisit } from './sellers.ts'

/** Adds the routes that change an event's sellers, and the one that counts visits by their links. */
export function registerSellerRoutes(app: App, deps: Pick<Deps, 'db' | 'env' | 'clock'>): void {
  actionRoute(app, {
    url: '/api/events/:id/sellers',
    access: 'organizer',
    right: 'edit',
    refuses: [409, 429],
    body: SellerRequest,
    reply: Seller,
    status: 201,
    act: (viewer, id, body) => addSeller(deps, viewer, id, body),
  })
  route(app, {
    method: 'POST',
    url: '/api/events/:id/sellers/:seller_id/end',
    access: 'organizer',
    right: 'edit',
    schema: { params: SellerParams, response: { 200: Seller } },
    handler: (request) => endSeller(deps, viewerOf(request), request.params),
  })
  route(app, {
    method: 'POST',
    url: '/api/events/:id/visits',
    access: 'public',
    answers: { 204: {} },
    schema: { params: IdParams, body: VisitRequest },
    handler: async ({ params, body, address }, reply) => {
      await noteVisit(deps, { eventId: params.id, number: body.seller, address })
      return reply.code(204).send()
    },
  })
}
