import { OrderError } from '../orders/errors.ts'
import type { Deps } from '../platform/database/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type App, route } from '../platform/http/http.ts'
import { readPage, takePage } from '../platform/http/list-page.ts'
import { isUuid } from '../platform/ids.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { normalisePhone, PHONE_ERROR } from '../platform/values/phone.rules.ts'
import { readTicketNumber } from '../tickets/number.rules.ts'
import { dueBy } from './business-days.rules.ts'
import { RefundError } from './errors.ts'
import { askNow } from './manual/ask-now.ts'
import { explainSecond } from './manual/explain-second.ts'
import { namePayer } from './manual/name-payer.ts'
import { payBackDifference } from './manual/pay-back-difference.ts'
import { payBackReceipt } from './manual/pay-back-receipt.ts'
import { recordManual } from './manual/record-manual.ts'
import { retryRefund } from './manual/retry-refund.ts'
import { LAST_DUE, selectRefund, selectRefunds } from './refund-list.sql.ts'
import {
  PaidManually,
  PayerNamed,
  RefundList,
  type RefundQuery,
  RefundQuery as RefundQuerySchema,
  RefundReply,
  RefundRequest,
  SecondExplained,
  SendingState,
  SendingSwitch,
} from './refunds.contract.ts'
import { readSending } from './sending/read-sending.ts'
import { switchSending } from './sending/switch-sending.ts'
import { requestRefund } from './take-back/request-refund.ts'

type RouteDeps = Pick<Deps, 'db' | 'clock'>

export function registerRefundRoutes(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/refunds',
    access: 'admin',
    schema: { querystring: RefundQuerySchema, response: { 200: RefundList } },
    handler: async (request) => listRefunds(deps, request.query),
  })
  route(app, {
    method: 'POST',
    url: '/api/refunds',
    access: 'admin',
    refuses: [404, 409],
    schema: { body: RefundRequest, response: { 201: RefundReply } },
    handler: async (request, reply) => {
      const { order_id, ticket_numbers, reason, words = '' } = request.body
      if (!isUuid(order_id)) throw new OrderError('order_not_found')
      const id = await requestRefund(deps, request.viewer!, {
        orderId: order_id,
        ticketNumbers: ticket_numbers?.map((typed) => readTicketNumber(typed) ?? typed),
        reason,
        words: words.trim(),
        usedToo: words.trim() !== '',
      })
      reply.status(201)
      return await readRefund(deps, id)
    },
  })
  registerSending(app, deps)
  registerRefundChanges(app, deps)
  registerMorePresses(app, deps)
  registerDifferences(app, deps)
  registerSeconds(app, deps)
}

/** Whether refunds are sent at all. */
function registerSending(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/refunds/sending',
    access: 'admin',
    schema: { response: { 200: SendingState } },
    handler: async () => readSending(deps),
  })
  route(app, {
    method: 'POST',
    url: '/api/refunds/sending',
    access: 'admin',
    schema: { body: SendingSwitch, response: { 200: SendingState } },
    handler: async (request) => {
      await switchSending(deps, request.viewer!, request.body)
      return await readSending(deps)
    },
  })
}

/** The buttons of the work list. */
function registerRefundChanges(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/refunds/:id/paid_manually',
    access: 'admin',
    refuses: [404, 409],
    schema: { body: PaidManually, response: { 200: RefundReply } },
    handler: async (request) => {
      const { id } = request.params as { id: string }
      const { from } = request.body
      const reference = request.body.reference.trim()
      await recordManual(deps, request.viewer!, id, { reference, from })
      return await readRefund(deps, id)
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/refunds/:id/retry',
    access: 'admin',
    refuses: [404, 409],
    schema: { response: { 200: RefundReply } },
    handler: async (request) => {
      const { id } = request.params as { id: string }
      await retryRefund(deps, request.viewer!, id)
      return await readRefund(deps, id)
    },
  })
}

/** More of them: what is late, and what has no order. */
function registerMorePresses(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/refunds/:id/ask_now',
    access: 'admin',
    refuses: [404, 409],
    schema: { response: { 200: RefundReply } },
    handler: async (request) => {
      const { id } = request.params as { id: string }
      await askNow(deps, request.viewer!, id)
      return await readRefund(deps, id)
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/refunds/:id/payer',
    access: 'admin',
    refuses: [404, 409],
    schema: { body: PayerNamed, response: { 200: RefundReply } },
    handler: async (request) => {
      const { id } = request.params as { id: string }
      const phone = normalisePhone(request.body.phone)
      if (phone === null) {
        throw new AppError('invalid_field', { text: PHONE_ERROR, details: { field: 'phone' } })
      }
      await namePayer(deps, request.viewer!, { id, phone, words: request.body.words.trim() })
      return await readRefund(deps, id)
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/receipts/:id/pay_back',
    access: 'admin',
    refuses: [404, 409],
    schema: { response: { 201: RefundReply } },
    handler: async (request, reply) => {
      const { id } = request.params as { id: string }
      const refundId = await payBackReceipt(deps, request.viewer!, id)
      reply.status(201)
      return await readRefund(deps, refundId)
    },
  })
}

/** What was taken beyond a sale goes back alone. */
function registerDifferences(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/payments/:id/pay_back_difference',
    access: 'admin',
    refuses: [404, 409],
    schema: { response: { 201: RefundReply } },
    handler: async (request, reply) => {
      const { id } = request.params as { id: string }
      const refundId = await payBackDifference(deps, request.viewer!, id)
      reply.status(201)
      return await readRefund(deps, refundId)
    },
  })
}

/** What was paid back twice is settled in words. */
function registerSeconds(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/refunds/:id/explain',
    access: 'admin',
    refuses: [404, 409],
    schema: { body: SecondExplained, response: { 200: RefundReply } },
    handler: async (request) => {
      const { id } = request.params as { id: string }
      await explainSecond(deps, request.viewer!, { id, words: request.body.words.trim() })
      return await readRefund(deps, id)
    },
  })
}

async function listRefunds(deps: RouteDeps, query: RefundQuery): Promise<RefundList> {
  const wanted = readPage(LAST_DUE, query, 50)
  const { state = null, event_id = null } = query
  if (event_id !== null && !isUuid(event_id)) return { data: [], next_cursor: null }
  const rows = await selectRefunds(deps.db, { ...wanted, state, eventId: event_id })
  const { page, next_cursor } = takePage(rows, wanted)
  return { data: page.map(describe), next_cursor }
}

async function readRefund(deps: RouteDeps, id: string): Promise<RefundReply> {
  const row = isUuid(id) ? await selectRefund(deps.db, id) : undefined
  if (!row) throw new RefundError('refund_not_found')
  return describe(row)
}

type Row = Awaited<ReturnType<typeof selectRefunds>>[number]

function describe({ amount_cents, created_at, next_at, done_at, ...row }: Row): RefundReply {
  return {
    ...row,
    amount: toKes(amount_cents),
    since: created_at.toISOString(),
    due_by: dueBy(nairobiDate(created_at)),
    next_at: next_at?.toISOString() ?? null,
    done_at: done_at?.toISOString() ?? null,
  } as RefundReply
}
