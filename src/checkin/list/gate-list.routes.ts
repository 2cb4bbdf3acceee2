import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { GateList, GateListQuery } from '../gate.contract.ts'
import { gatePhoneOf } from '../gate-phone.ts'
import { readGateList } from './read-gate-list.ts'

export function registerGateListRoutes(app: App, deps: Pick<Deps, 'db' | 'env' | 'clock'>): void {
  route(app, {
    method: 'GET',
    url: '/api/gate/list',
    work: 'free',
    access: 'gate',
    schema: { querystring: GateListQuery, response: { 200: GateList } },
    handler: async (request) => readGateList(deps, gatePhoneOf(request), request.query),
  })
}
