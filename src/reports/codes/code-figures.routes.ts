import { PromoCodes } from '../../events/codes/promo-codes.contract.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { readCodes } from './code-figures.ts'

export function registerCodeFigureRoutes(app: App, deps: Pick<Deps, 'db' | 'reads' | 'env'>): void {
  route(app, {
    method: 'GET',
    url: '/api/events/:id/promo_codes',
    access: 'organizer',
    right: 'figures',
    schema: { params: IdParams, response: { 200: PromoCodes } },
    handler: (request) => readCodes(deps, viewerOf(request), request.params.id),
  })
}
