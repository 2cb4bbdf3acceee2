import type { Deps } from '../platform/database/deps.ts'
import { type App, route } from '../platform/http/http.ts'
import { OperationReply } from './operation.contract.ts'
import { readOperation } from './read-operation.ts'

type OperationDeps = Pick<Deps, 'db' | 'clock' | 'metrics'>

/** Adds the admin route with the figures of /metrics. */
export function registerOperationRoutes(app: App, deps: OperationDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/operation',
    access: 'admin',
    schema: { response: { 200: OperationReply } },
    handler: async () => await readOperation(deps),
  })
}
