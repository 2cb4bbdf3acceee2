import type { Deps } from '../../platform/database/deps.ts'
import { actionRoute } from '../../platform/http/action-route.ts'
import { type App, route } from '../../platform/http/http.ts'
import { readPage, takePage } from '../../platform/http/list-page.ts'
import { MessageReply } from '../../platform/http/platform.contract.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { LAST_FOUND, selectUnmatchedReceipts } from '../unmatched-receipts.sql.ts'
import { attachReceipt } from './attach-receipt.ts'
import { bookDifference } from './differences.ts'
import { explainPayment } from './explain-payment.ts'
import { matchCandidates } from './match-candidates.ts'
import {
  AttachReply,
  AttachRequest,
  type Candidate,
  ExplainRequest,
  UnmatchedList,
  UnmatchedQuery,
  type UnmatchedReceipt,
} from './unmatched-receipts.contract.ts'

/**
 * Admin routes for receipts without an order: only a person can find out which order they are for.
 */
export function registerUnmatchedReceiptRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, {
    method: 'GET',
    url: '/api/stray_receipts',
    access: 'admin',
    schema: { querystring: UnmatchedQuery, response: { 200: UnmatchedList } },
    handler: async (request) => listUnmatchedReceipts(deps, request.query),
  })
  actionRoute(app, {
    url: '/api/receipts/:id/attach',
    access: 'admin',
    body: AttachRequest,
    reply: AttachReply,
    act: (viewer, receipt, { order_id: orderId, unlisted = false }) =>
      attachReceipt(deps, viewer, { receipt, orderId, unlisted }),
  })
  actionRoute(app, {
    url: '/api/payments/:id/explain',
    access: 'admin',
    body: ExplainRequest,
    reply: MessageReply,
    act: async (viewer, id, { words: reason }) => {
      await explainPayment(deps, viewer, { id, reason: reason.trim() })
      return { message: 'Resolved.' }
    },
  })
  actionRoute(app, {
    url: '/api/payments/:id/book_difference',
    access: 'admin',
    body: ExplainRequest,
    reply: MessageReply,
    act: async (viewer, id, { words: reason }) => {
      await bookDifference(deps, viewer, { id, reason: reason.trim() })
      return { message: 'Booked as received.' }
    },
  })
}

async function listUnmatchedReceipts(
  deps: Pick<Deps, 'db'>,
  query: UnmatchedQuery,
): Promise<UnmatchedList> {
  const wanted = readPage(LAST_FOUND, query, 50)
  const { page, next_cursor } = takePage(await selectUnmatchedReceipts(deps.db, wanted), wanted)
  const candidatesOf = await matchCandidates(deps.db, page)
  return { data: page.map((row) => toReply(row, candidatesOf(row.receipt))), next_cursor }
}

type Row = Awaited<ReturnType<typeof selectUnmatchedReceipts>>[number]

function toReply(row: Row, candidates: Candidate[]): UnmatchedReceipt {
  return {
    receipt: row.receipt,
    amount: toKes(row.amount_cents),
    account_reference: row.account_reference,
    phone_number: row.msisdn,
    paid_at: row.paid_at?.toISOString() ?? null,
    found_at: row.found_at.toISOString(),
    is_listed: row.listed_at !== null,
    candidates,
  }
}
