import type { Deps } from '../platform/deps.ts'
import { type App, route } from '../platform/http.ts'
import { takePage, wrongCursor } from '../platform/list-page.ts'
import { toKes } from '../platform/money.rules.ts'
import { ErrorReply } from '../platform/platform.contract.ts'
import { StrayList, StrayQuery, type StrayReceipt } from './stray-receipts.contract.ts'
import { selectStrayReceipts } from './stray-receipts.sql.ts'

/** For people to look at: only they can say whose it is. */
export function registerStrayReceiptRoutes(app: App, deps: Deps): void {
  route(app, {
    method: 'GET',
    url: '/api/stray_receipts',
    access: 'admin',
    schema: { querystring: StrayQuery, response: { 200: StrayList, '4xx': ErrorReply } },
    handler: async (request) => listStrayReceipts(deps, request.query),
  })
}

async function listStrayReceipts(deps: Deps, query: StrayQuery): Promise<StrayList> {
  const limit = Number(query.limit ?? 50)
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const rows = await selectStrayReceipts(deps.db, { after, limit })
  const { page, next_cursor } = takePage(rows, limit, (last) =>
    Buffer.from(`${last.found_at.toISOString()} ${last.receipt}`).toString('base64url'),
  )
  return { data: page.map(describe), next_cursor }
}

type Row = Awaited<ReturnType<typeof selectStrayReceipts>>[number]

function describe({ amount_cents, msisdn, paid_at, found_at, ...row }: Row): StrayReceipt {
  return {
    ...row,
    amount: toKes(amount_cents),
    phone_number: msisdn,
    paid_at: paid_at?.toISOString() ?? null,
    found_at: found_at.toISOString(),
  }
}

function readCursor(cursor: string): { at: Date; receipt: string } {
  const [at = '', receipt = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const instant = new Date(/^\d{4}-[\d-]{5}T[\d:.]{12}Z$/.test(at) ? at : Number.NaN)
  if (!Number.isNaN(instant.getTime()) && /^\w{1,40}$/.test(receipt))
    return { at: instant, receipt }
  throw wrongCursor()
}
