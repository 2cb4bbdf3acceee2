import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { pathPrefix } from '../../platform/values/language.rules.ts'
import { isShortCode } from '../edit.rules.ts'
import { countVisit } from './short-codes.sql.ts'

/**
 * Adds short addresses for posters and radio. A known code redirects to its event; any other code
 * redirects to the home page.
 */
export function registerShortCodeRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  for (const language of ['en', 'sw'] as const) {
    const prefix = pathPrefix(language)
    route(app, {
      method: 'GET',
      // The wildcard also matches longer paths under /m/. They redirect to the home page.
      url: `${prefix}/m/*`,
      access: 'public',
      answers: { 302: { headers: { Location: Type.String() } } },
      schema: { params: Type.Object({ '*': Type.String() }) },
      handler: async (request, reply) => {
        const code = request.params['*'].replace(/\/$/, '').toLowerCase()
        const eventId = isShortCode(code) ? await countVisit(deps.db, code, deps.clock.now()) : null
        // The redirect is temporary and must not be cached, because each visit is counted and the
        // code may be given to another event.
        return reply
          .header('cache-control', 'no-store')
          .redirect(`${prefix}${eventId === null ? '/' : `/event/${eventId}`}`, 302)
      },
    })
  }
  route(app, {
    method: 'GET',
    url: '/m',
    access: 'public',
    answers: { 302: { headers: { Location: Type.String() } } },
    handler: async (_request, reply) => reply.redirect('/', 302),
  })
}
