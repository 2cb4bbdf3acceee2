import type { Deps } from '../../platform/database/deps.ts'
import { actionRoute } from '../../platform/http/action-route.ts'
import { type App, route } from '../../platform/http/http.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import {
  BatchRequest,
  CodeChange,
  CodeId,
  CodeParams,
  CodeRequest,
  MadeBatch,
  MadeCode,
} from './promo-codes.contract.ts'
import { changeCode, endCode, makeBatch, makeCode } from './promo-codes.ts'

/** Adds the routes that change promo codes. The room `reports` lists codes and their figures. */
export function registerCodeRoutes(app: App, deps: Pick<Deps, 'db' | 'env' | 'clock'>): void {
  actionRoute(app, {
    url: '/api/events/:id/promo_codes',
    access: 'organizer',
    right: 'edit',
    refuses: [409, 422, 429],
    body: CodeRequest,
    reply: MadeCode,
    status: 201,
    act: (viewer, id, body) => makeCode(deps, viewer, id, body),
  })
  actionRoute(app, {
    url: '/api/events/:id/promo_code_batches',
    access: 'organizer',
    right: 'edit',
    refuses: [422, 429],
    body: BatchRequest,
    reply: MadeBatch,
    status: 201,
    act: (viewer, id, body) => makeBatch(deps, viewer, id, body),
  })
  route(app, {
    method: 'PUT',
    url: '/api/events/:id/promo_codes/:code_id',
    access: 'organizer',
    right: 'edit',
    refuses: [409, 429],
    schema: { params: CodeParams, body: CodeChange, response: { 200: CodeId } },
    handler: (request) => changeCode(deps, viewerOf(request), idsOf(request.params), request.body),
  })
  route(app, {
    method: 'POST',
    url: '/api/events/:id/promo_codes/:code_id/end',
    access: 'organizer',
    right: 'edit',
    refuses: [429],
    schema: { params: CodeParams, response: { 200: CodeId } },
    handler: (request) => endCode(deps, viewerOf(request), idsOf(request.params)),
  })
}

const idsOf = ({ id, code_id }: { id: string; code_id: string }) => ({
  eventId: id,
  codeId: code_id,
})
