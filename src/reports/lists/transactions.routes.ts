import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { seesSold } from '../../tickets/delivery/delivery.sql.ts'
import { listTransactions } from './list-transactions.ts'
import { readTransaction } from './read-transaction.ts'
import { TransactionDetail, TransactionList, TransactionQuery } from './transactions.contract.ts'

export function registerTransactionRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, {
    method: 'GET',
    url: '/api/transactions',
    access: 'organizer',
    right: 'figures',
    refuses: [404],
    schema: {
      querystring: TransactionQuery,
      response: { 200: TransactionList },
    },
    handler: async (request) => listTransactions(deps, viewerOf(request), request.query),
  })
  route(app, {
    method: 'GET',
    url: '/api/transactions/:id',
    access: 'organizer',
    right: 'figures',
    config: { sees: (db, viewer, { id }) => seesSold(db, viewer, id) },
    refuses: [404],
    schema: { params: IdParams, response: { 200: TransactionDetail } },
    handler: async (request) => readTransaction(deps, viewerOf(request), request.params.id),
  })
}
