import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type App, route } from '../platform/http.ts'
import { isUuid } from '../platform/ids.ts'
import { readPage, takePage } from '../platform/list-page.ts'
import { ErrorReply, IdParams } from '../platform/platform.contract.ts'
import { viewerOf } from '../platform/viewer.ts'
import {
  AccountList,
  AccountReply,
  AccountsQuery,
  type AuditEntryReply,
  AuditList,
  AuditQuery,
  RoleRequest,
} from './accounts.contract.ts'
import { type AccountRow, BY_ADDRESS, selectAccounts } from './accounts.sql.ts'
import { NEWEST, selectAudit } from './audit-log.sql.ts'
import { changeRole } from './change-role.ts'

/** For admins: the list of accounts, their roles, and what was changed by whom. */
export function registerAccountRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, {
    method: 'GET',
    url: '/api/accounts',
    access: 'admin',
    schema: { querystring: AccountsQuery, response: { 200: AccountList, '4xx': ErrorReply } },
    handler: async (request) => listAccounts(deps, request.query),
  })
  route(app, {
    method: 'PUT',
    url: '/api/accounts/:id',
    access: 'admin',
    schema: {
      params: IdParams,
      body: RoleRequest,
      response: { 200: AccountReply, '4xx': ErrorReply },
    },
    handler: async (request) => {
      const { id } = request.params
      if (!isUuid(id)) throw new AppError('account_not_found')
      const by = viewerOf(request).accountId
      return describe(await changeRole(deps, { id, role: request.body.role, by }))
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/audit_log',
    access: 'admin',
    schema: { querystring: AuditQuery, response: { 200: AuditList, '4xx': ErrorReply } },
    handler: async (request) => listAudit(deps, request.query),
  })
}

async function listAccounts({ db }: Pick<Deps, 'db'>, query: AccountsQuery): Promise<AccountList> {
  const wanted = readPage(BY_ADDRESS, query, 50)
  const q = query.q?.trim() || null
  const rows = await selectAccounts(db, { q, role: query.role ?? null, ...wanted })
  const { page, next_cursor } = takePage(rows, wanted)
  return { data: page.map(describe), next_cursor }
}

function describe(row: AccountRow): AccountReply {
  const { id, email, role, full_name, confirmed_at, created_at } = row
  const confirmed = confirmed_at !== null
  return { id, email, role, full_name, confirmed, created_at: created_at.toISOString() }
}

async function listAudit(deps: Pick<Deps, 'db'>, query: AuditQuery): Promise<AuditList> {
  const eventId = query.event_id ?? null
  if (eventId !== null && !isUuid(eventId)) throw new AppError('event_not_found')
  const wanted = readPage(NEWEST, query, 50)
  const rows = await selectAudit(deps.db, { eventId, ...wanted })
  const { page, next_cursor } = takePage(rows, wanted)
  return { data: page.map(describeEntry), next_cursor }
}

function describeEntry(row: Awaited<ReturnType<typeof selectAudit>>[number]): AuditEntryReply {
  const { id, action, subject, event_id, before, after } = row
  const account =
    row.account_id === null
      ? null
      : { id: row.account_id, email: row.email!, full_name: row.full_name! }
  return { id, at: row.at.toISOString(), account, action, subject, event_id, before, after }
}
