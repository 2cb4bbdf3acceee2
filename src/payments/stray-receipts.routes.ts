import type { Deps } from '../platform/deps.ts'
import { type App, route } from '../platform/http.ts'
import { readPage, takePage } from '../platform/list-page.ts'
import { toKes } from '../platform/money.rules.ts'
import { StrayList, StrayQuery, type StrayReceipt } from './stray-receipts.contract.ts'
import { LAST_FOUND, selectStrayReceipts } from './stray-receipts.sql.ts'

/** For people to look at: only they can say whose it is. */
export function registerStrayReceiptRoutes(app: App, deps: Pick<Deps, 'db'>): void {
  route(app, {
    method: 'GET',
    url: '/api/stray_receipts',
    access: 'admin',
    schema: { querystring: StrayQuery, response: { 200: StrayList } },
    handler: async (request) => listStrayReceipts(deps, request.query),
  })
}

async function listStrayReceipts(deps: Pick<Deps, 'db'>, query: StrayQuery): Promise<StrayList> {
  const wanted = readPage(LAST_FOUND, query, 50)
  const { page, next_cursor } = takePage(await selectStrayReceipts(deps.db, wanted), wanted)
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
