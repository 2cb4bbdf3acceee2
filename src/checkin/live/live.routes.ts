import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { rightsOver } from '../../platform/http/rights.rules.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { ValidationList, ValidationQuery } from '../checkin.contract.ts'
import { EntryView, FoundTickets } from '../command-view.contract.ts'
import { findOwnEvent } from '../own-event.ts'
import { findByPhone, findTickets, WHOLE } from './find-tickets.ts'
import { listValidations } from './list-validations.ts'
import { readEntry } from './read-entry.ts'

/** Registers routes for check-ins, ticket search and entry view. Gate phones may search too. */
export function registerLiveRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, {
    method: 'GET',
    url: '/api/ticket_validations',
    access: 'organizer',
    right: 'see',
    refuses: [404],
    schema: { querystring: ValidationQuery, response: { 200: ValidationList } },
    handler: async (request) => listValidations(deps, viewerOf(request), request.query),
  })
  route(app, {
    method: 'GET',
    url: '/api/gate/find',
    work: 'free',
    access: 'gate or organizer',
    right: 'door',
    refuses: [404, 429],
    schema: {
      querystring: Type.Object({
        q: Type.String({ minLength: 1, maxLength: 300 }),
        /** Required if the caller is not a gate phone. */
        event_id: Type.Optional(Type.String({ maxLength: 100 })),
      }),
      response: { 200: FoundTickets },
    },
    handler: async (request) => {
      const { q, event_id } = request.query
      const { gatePhone: phone } = request
      if (phone) return await findByPhone(deps, phone, q)
      const viewer = viewerOf(request)
      const event = await findOwnEvent(deps.db, viewer, event_id ?? '')
      const seesBuyers = rightsOver(viewer, event).includes('buyers')
      const seeking = { q, eventId: event.id, key: viewer.accountId }
      return await findTickets(deps, seesBuyers ? seeking : { ...seeking, ...WHOLE })
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/events/:id/entry',
    access: 'organizer',
    right: 'see',
    schema: { params: IdParams, response: { 200: EntryView } },
    handler: async (request) => readEntry(deps, viewerOf(request), request.params.id),
  })
}
