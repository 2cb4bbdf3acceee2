import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { listTransactions } from './list-transactions.ts'
import { TransactionList, TransactionQuery } from './transactions.contract.ts'

export function registerTransactionRoutes(app: App, deps: Pick<Deps, 'db'>): void {
  route(app, {
    method: 'GET',
    url: '/api/transactions',
    access: 'organizer',
    refuses: [404],
    schema: {
      querystring: TransactionQuery,
      response: { 200: TransactionList },
    },
    handler: async (request) => listTransactions(deps, viewerOf(request), request.query),
  })
}
