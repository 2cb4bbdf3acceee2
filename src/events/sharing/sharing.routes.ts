import type { Deps } from '../../platform/database/deps.ts'
import { actionRoute } from '../../platform/http/action-route.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { SharingReply, ShortLinkRequest } from './sharing.contract.ts'
import { addShortLink, readSharing } from './sharing.ts'

/** Adds the routes for the links, texts and pictures with which an organizer advertises an event. */
export function registerSharingRoutes(app: App, deps: Pick<Deps, 'db' | 'env' | 'clock'>): void {
  route(app, {
    method: 'GET',
    url: '/api/events/:id/sharing',
    access: 'organizer',
    right: 'see',
    refuses: [409],
    schema: { params: IdParams, response: { 200: SharingReply } },
    handler: (request) => readSharing(deps, viewerOf(request), request.params.id),
  })
  actionRoute(app, {
    url: '/api/events/:id/short_links',
    access: 'organizer',
    right: 'edit',
    refuses: [409, 429],
    body: ShortLinkRequest,
    reply: SharingReply,
    status: 201,
    act: (viewer, id, body) => addShortLink(deps, viewer, id, body.name),
  })
}
