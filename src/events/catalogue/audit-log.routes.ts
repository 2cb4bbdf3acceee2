import { type AuditEntryReply, AuditList, AuditQuery } from '../../accounts/accounts.contract.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { readPage, takePage } from '../../platform/http/list-page.ts'
import { isUuid } from '../../platform/ids.ts'
import { EventError } from '../errors.ts'
import { NEWEST, selectAudit } from './audit-log.sql.ts'

/** Adds the routes by which admins read the audit log of an event or of the whole shop. */
export function registerAuditRoutes(app: App, deps: Pick<Deps, 'db'>): void {
  route(app, {
    method: 'GET',
    url: '/api/audit_log',
    access: 'admin',
    refuses: [404],
    schema: { querystring: AuditQuery, response: { 200: AuditList } },
    handler: async (request) => listAudit(deps, request.query),
  })
}

async function listAudit(deps: Pick<Deps, 'db'>, query: AuditQuery): Promise<AuditList> {
  const eventId = query.event_id ?? null
  if (eventId !== null && !isUuid(eventId)) throw new EventError('event_not_found')
  const wanted = readPage(NEWEST, query, 50)
  const rows = await selectAudit(deps.db, { eventId, ...wanted })
  const { page, next_cursor } = takePage(rows, wanted)
  return { data: page.map(toReply), next_cursor }
}

function toReply(row: Awaited<ReturnType<typeof selectAudit>>[number]): AuditEntryReply {
  const { id, action, subject, event_id, before, address } = row
  const after = address === null ? row.after : { address }
  const account =
    row.account_id === null
      ? null
      : { id: row.account_id, email: row.email!, full_name: row.full_name! }
  return { id, at: row.at.toISOString(), account, action, subject, event_id, before, after }
}
