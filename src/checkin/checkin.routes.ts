import type { Deps } from '../platform/database/deps.ts'
import { type App, route } from '../platform/http/http.ts'
import { viewerOf } from '../platform/http/viewer.ts'
import { checkInTicket } from './check-in-ticket.ts'
import {
  CheckInReply,
  CheckInRequest,
  ValidationList,
  ValidationQuery,
} from './checkin.contract.ts'
import { listValidations } from './live/list-validations.ts'

export function registerCheckInRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, {
    method: 'POST',
    url: '/api/check_ins',
    work: 'free',
    access: 'organizer',
    refuses: [404, 409],
    schema: { body: CheckInRequest, response: { 200: CheckInReply } },
    handler: async (request) => checkInTicket(deps, viewerOf(request), request.body),
  })
  route(app, {
    method: 'GET',
    url: '/api/ticket_validations',
    access: 'organizer',
    refuses: [404],
    schema: {
      querystring: ValidationQuery,
      response: { 200: ValidationList },
    },
    handler: async (request) => listValidations(deps, viewerOf(request), request.query),
  })
}
