import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { SellerList } from './seller-figures.contract.ts'
import { readSellers } from './seller-figures.ts'

/** Adds the list of an event's sellers with their figures. */
export function registerSellerFigureRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'reads' | 'env'>,
): void {
  route(app, {
    method: 'GET',
    url: '/api/events/:id/sellers',
    access: 'organizer',
    right: 'figures',
    schema: { params: IdParams, response: { 200: SellerList } },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return await readSellers(deps, viewerOf(request), request.params.id)
    },
  })
}
