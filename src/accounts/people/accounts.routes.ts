import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { readPage, takePage } from '../../platform/http/list-page.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import {
  AccountList,
  AccountReply,
  AccountsQuery,
  OwnPhone,
  RoleRequest,
} from '../accounts.contract.ts'
import { type AccountRow, BY_ADDRESS, selectAccounts } from '../accounts.sql.ts'
import { AccountError } from '../errors.ts'
import { changeRole } from './accounts.ts'
import { readOwnPhone, setOwnPhone } from './own-phone.ts'

/** Routes with which admins list accounts and change roles, and users set their own phone. */
export function registerAccountRoutes(app: App, deps: Pick<Deps, 'db' | 'clock' | 'env'>): void {
  route(app, {
    method: 'GET',
    url: '/api/auth/phone',
    access: 'organizer',
    schema: { response: { 200: OwnPhone } },
    handler: (request) => readOwnPhone(deps, viewerOf(request)),
  })
  route(app, {
    method: 'PUT',
    url: '/api/auth/phone',
    access: 'organizer',
    refuses: [429],
    schema: { body: OwnPhone, response: { 200: OwnPhone } },
    handler: (request) => setOwnPhone(deps, viewerOf(request), request.body.phone),
  })
  route(app, {
    method: 'GET',
    url: '/api/accounts',
    access: 'admin',
    schema: { querystring: AccountsQuery, response: { 200: AccountList } },
    handler: async (request) => listAccounts(deps, request.query),
  })
  route(app, {
    method: 'PUT',
    url: '/api/accounts/:id',
    access: 'admin',
    refuses: [409],
    schema: {
      params: IdParams,
      body: RoleRequest,
      response: { 200: AccountReply },
    },
    handler: async (request) => {
      const { id } = request.params
      if (!isUuid(id)) throw new AccountError('account_not_found')
      const by = viewerOf(request).accountId
      const { role, publishes_alone: publishesAlone } = request.body
      return toReply(await changeRole(deps, { id, role, publishesAlone, by }))
    },
  })
}

async function listAccounts({ db }: Pick<Deps, 'db'>, query: AccountsQuery): Promise<AccountList> {
  const pageQuery = readPage(BY_ADDRESS, query, 50)
  const q = query.q?.trim() || null
  const rows = await selectAccounts(db, { q, role: query.role ?? null, ...pageQuery })
  const { page, next_cursor } = takePage(rows, pageQuery)
  const data = page.map((row) => ({ ...toReply(row), team_roles: row.team_roles }))
  return { data, next_cursor }
}

function toReply(row: AccountRow): AccountReply {
  const { id, email, role, full_name, confirmed_at, created_at, publishes_alone } = row
  const confirmed = confirmed_at !== null
  return {
    id,
    email,
    role,
    full_name,
    confirmed,
    publishes_alone,
    created_at: created_at.toISOString(),
  }
}
