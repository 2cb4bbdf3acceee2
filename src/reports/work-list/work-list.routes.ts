import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { MessageReply } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import type { Tasks } from '../../platform/tasks/tasks.ts'
import { askReconciliation } from '../reconcile/ask-reconciliation.ts'
import { listWork, makeWorkCount, readLastReconciliation } from './list-work.ts'
import { LastReconciliation, WorkCount, workListOf, workQueryOf } from './work-list.contract.ts'

/** Admin routes: the work list, and the latest comparison of our ledger with M-Pesa. */
export function registerWorkListRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'reads' | 'clock' | 'env' | 'timeScale'>,
  tasks: Tasks,
): void {
  route(app, {
    method: 'GET',
    url: '/api/work_list',
    access: 'admin',
    schema: { querystring: workQueryOf(tasks), response: { 200: workListOf(tasks) } },
    handler: async (request) => listWork(deps, tasks, request.query),
  })
  route(app, {
    method: 'GET',
    url: '/api/work_list/count',
    access: 'admin',
    schema: { response: { 200: WorkCount } },
    handler: makeWorkCount(deps, tasks),
  })
  route(app, {
    method: 'GET',
    url: '/api/reconciliations/last',
    access: 'admin',
    schema: { response: { 200: LastReconciliation } },
    handler: async () => readLastReconciliation(deps),
  })
  route(app, {
    method: 'POST',
    url: '/api/reconciliations',
    access: 'admin',
    schema: { response: { 202: MessageReply } },
    handler: async (request, reply) => {
      await askReconciliation(deps, viewerOf(request).accountId)
      return reply.code(202).send({ message: "Checking M-PESA's statement and the books." })
    },
  })
}
