import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { readAllStatement, readStatement } from './read-statement.ts'
import {
  AllStatement,
  AllStatementQuery,
  EventStatement,
  StatementQuery,
} from './statement.contract.ts'

/**
 * Routes for amounts owed to organizers. The statement's CSV file is in exports.routes.ts, with the
 * other files.
 */
export function registerStatementRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, {
    method: 'GET',
    url: '/api/events/:id/statement',
    access: 'organizer',
    right: 'figures',
    schema: { params: IdParams, querystring: StatementQuery, response: { 200: EventStatement } },
    handler: async (request) =>
      readStatement(deps, viewerOf(request), request.params.id, request.query),
  })
  route(app, {
    method: 'GET',
    url: '/api/statement',
    access: 'organizer',
    right: 'figures',
    refuses: [404],
    schema: { querystring: AllStatementQuery, response: { 200: AllStatement } },
    handler: async (request) =>
      readAllStatement(deps, viewerOf(request), request.query.organizer_id ?? null),
  })
}
