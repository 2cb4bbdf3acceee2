import type { Deps } from '../platform/deps.ts'
import { type App, route } from '../platform/http.ts'
import { ErrorReply } from '../platform/platform.contract.ts'
import { viewerOf } from '../platform/viewer.ts'
import { listTransactions } from './list-transactions.ts'
import { TransactionList, TransactionQuery } from './transactions.contract.ts'

export function registerTransactionRoutes(app: App, deps: Pick<Deps, 'db'>): void {
  route(app, {
    method: 'GET',
    url: '/api/transactions',
    access: 'organizer',
    schema: {
      querystring: TransactionQuery,
      response: { 200: TransactionList, '4xx': ErrorReply },
    },
    handler: async (request) => listTransactions(deps, viewerOf(request), request.query),
  })
}
