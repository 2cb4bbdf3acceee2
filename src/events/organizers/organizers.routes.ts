import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { OrganizerInput, OrganizerReply } from './organizer.contract.ts'
import { readOrganizer, saveOrganizer } from './organizer-pages.ts'

export function registerOrganizerRoutes(app: App, deps: Pick<Deps, 'db' | 'env' | 'clock'>): void {
  route(app, {
    method: 'GET',
    url: '/api/organizers/:id',
    access: 'public',
    right: 'edit',
    mayUse: ['bearer'],
    schema: { params: IdParams, response: { 200: OrganizerReply } },
    handler: ({ viewer, params: { id } }) => readOrganizer(deps, viewer, id),
  })
  route(app, {
    method: 'PUT',
    url: '/api/organizers/:id',
    access: 'organizer',
    right: 'edit',
    refuses: [409, 429],
    schema: { params: IdParams, body: OrganizerInput, response: { 200: OrganizerReply } },
    handler: (request) => saveOrganizer(deps, viewerOf(request), request.params.id, request.body),
  })
}
