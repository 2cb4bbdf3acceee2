import type { Deps } from '../platform/database/deps.ts'
import { type App, route } from '../platform/http/http.ts'
import { viewerOf } from '../platform/http/viewer.ts'
import { checkInTicket } from './check-in-ticket.ts'
import { CheckInReply, CheckInRequest } from './checkin.contract.ts'

export function registerCheckInRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, {
    method: 'POST',
    url: '/api/check_ins',
    work: 'free',
    access: 'organizer',
    right: 'door',
    refuses: [404, 409],
    schema: { body: CheckInRequest, response: { 200: CheckInReply } },
    handler: async (request) => checkInTicket(deps, viewerOf(request), request.body),
  })
}
