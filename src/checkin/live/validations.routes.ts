import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { ValidationList, ValidationQuery } from '../checkin.contract.ts'
import { listValidations } from './list-validations.ts'

export function registerValidationRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, {
    method: 'GET',
    url: '/api/ticket_validations',
    access: 'organizer',
    refuses: [404],
    schema: { querystring: ValidationQuery, response: { 200: ValidationList } },
    handler: async (request) => listValidations(deps, viewerOf(request), request.query),
  })
}
