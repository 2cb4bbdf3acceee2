import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { isShortCode } from '../edit.rules.ts'
import { countVisit } from './short-codes.sql.ts'

/**
 * Adds short addresses for posters and radio: a known code redirects to its event, and any other
 * code to the home page.
 */
export function registerShortCodeRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, {
    method: 'GET',
    // The wildcard also matches longer paths below /m/, which redirect to the home page.
    url: '/m/*',
    access: 'public',
    answers: { 302: { headers: { Location: Type.String() } } },
    schema: { params: Type.Object({ '*': Type.String() }) },
    handler: async (request, reply) => {
      const code = request.params['*'].replace(/\/$/, '').toLowerCase()
      const eventId = isShortCode(code) ? await countVisit(deps.db, code, deps.clock.now()) : null
      // A temporary redirect: each visit is counted, and the code may be changed.
      return reply
        .header('cache-control', 'no-store')
        .redirect(eventId === null ? '/' : `/event/${eventId}`, 302)
    },
  })
  route(app, {
    method: 'GET',
    url: '/m',
    access: 'public',
    answers: { 302: { headers: { Location: Type.String() } } },
    handler: async (_request, reply) => reply.redirect('/', 302),
  })
}
