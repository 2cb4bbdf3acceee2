import { categoryPath } from '../events/catalogue/category.rules.ts'
import { organizerPath } from '../events/organizers/organizer.rules.ts'
import { selectCategories } from '../events/search/choices.sql.ts'
import type { Deps } from '../platform/database/deps.ts'
import { type App, route } from '../platform/http/http.ts'
import { selectSitemapEvents, selectSitemapOrganizers } from './site.sql.ts'
import { STATIC_PAGES, writeRobots, writeSitemap } from './sitemap.rules.ts'

const EVENTS_MAX = 40_000
const ORGANIZERS_MAX = 5000
const AN_HOUR = 'public, max-age=3600'

export function registerSitemapRoutes(app: App, deps: Pick<Deps, 'db' | 'env'>): void {
  const { publicOrigin } = deps.env
  route(app, {
    method: 'GET',
    url: '/sitemap.xml',
    access: 'public',
    answers: { 200: { types: ['application/xml'] } },
    handler: async (_request, reply) => {
      const categories = await selectCategories(deps.db)
      const events = await selectSitemapEvents(deps.db, EVENTS_MAX)
      const organizers = await selectSitemapOrganizers(deps.db, ORGANIZERS_MAX)
      const entries = [
        ...STATIC_PAGES.map((path) => ({ path })),
        ...categories.map(({ name }) => ({ path: categoryPath(name) })),
        ...organizers.map((id) => ({ path: organizerPath(id) })),
        ...events.map(({ id, updated_at }) => ({ path: `/event/${id}`, changedAt: updated_at })),
      ]
      return reply
        .type('application/xml; charset=utf-8')
        .header('cache-control', AN_HOUR)
        .send(writeSitemap(publicOrigin, entries))
    },
  })
  route(app, {
    method: 'GET',
    url: '/robots.txt',
    access: 'public',
    answers: { 200: { types: ['text/plain'] } },
    handler: async (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', AN_HOUR)
        .send(writeRobots(publicOrigin)),
  })
}
