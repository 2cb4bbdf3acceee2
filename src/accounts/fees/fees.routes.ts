import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { readPage, takePage } from '../../platform/http/list-page.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { type Viewer, viewerOf } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { type Fee, feeOf } from '../../platform/values/money.rules.ts'
import { centsOf } from '../../platform/values/money-field.ts'
import { AccountError } from '../errors.ts'
import { FeeList, FeeReply, FeeRequest, FeesQuery } from './fees.contract.ts'
import { BY_EMAIL, type FeeRow, selectFees } from './fees.sql.ts'
import { toServiceFee } from './service-fee.rules.ts'
import { setFee } from './set-fee.ts'

/** Admin routes: the service fee of each organizer's sales. */
export function registerFeeRoutes(app: App, deps: Pick<Deps, 'db' | 'env' | 'clock'>): void {
  const toReply = replyFor(deps.env.serviceFee)
  route(app, {
    method: 'GET',
    url: '/api/organizer_fees',
    access: 'admin',
    schema: { querystring: FeesQuery, response: { 200: FeeList } },
    handler: async (request) => {
      const { data, next_cursor } = await listFees(deps, request.query)
      return { data: data.map(toReply), next_cursor }
    },
  })
  route(app, {
    method: 'PUT',
    url: '/api/accounts/:id/fee',
    access: 'admin',
    schema: { params: IdParams, body: FeeRequest, response: { 200: FeeReply } },
    handler: async (request) => {
      const { basis_points, fixed } = request.body
      const fee = { basis_points, fixed_cents: centsOf(fixed, 'fixed') }
      return toReply(await setFee(deps, { ...changeOf(request.params, viewerOf(request)), fee }))
    },
  })
  route(app, {
    method: 'DELETE',
    url: '/api/accounts/:id/fee',
    access: 'admin',
    schema: { params: IdParams, response: { 200: FeeReply } },
    handler: async (request) =>
      toReply(await setFee(deps, { ...changeOf(request.params, viewerOf(request)), fee: null })),
  })
}

function changeOf({ id }: { id: string }, viewer: Viewer) {
  if (!isUuid(id)) throw new AccountError('account_not_found')
  return { accountId: id, by: viewer.accountId }
}

async function listFees({ db }: Pick<Deps, 'db'>, query: FeesQuery) {
  const wanted = readPage(BY_EMAIL, query, 50)
  const rows = await selectFees(db, { q: query.q?.trim() || null, ...wanted })
  const { page, next_cursor } = takePage(rows, wanted)
  return { data: page, next_cursor }
}

const replyFor =
  (setting: Fee) =>
  ({ own_fee, set_at, ...account }: FeeRow): FeeReply => {
    const fee = toServiceFee(feeOf(own_fee, setting))
    const settings_fee = toServiceFee(setting)
    return { ...account, ...fee, set_at: set_at?.toISOString() ?? null, settings_fee }
  }
