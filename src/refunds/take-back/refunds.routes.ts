import { unitFields } from '../../events/event.rules.ts'
import { OrderError } from '../../orders/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { type Sees, type Viewer, viewerOf } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { seesSold } from '../../tickets/delivery/delivery.sql.ts'
import { nearReceipts, type Reference, readReference } from '../../tickets/reference.rules.ts'
import { ORGANIZER_REASONS } from '../refund.rules.ts'
import { selectRefund } from '../refund-list.sql.ts'
import { listRefunds, readRefund } from '../refund-list.ts'
import type { ReadBesides } from '../refund-money.sql.ts'
import {
  OrderQuery,
  RefundableOrder,
  RefundList,
  RefundPreview,
  RefundPreviewRequest,
  RefundQuery,
  RefundReply,
  RefundRequest,
} from '../refunds.contract.ts'
import { NAMED_TWICE, type NamedTicket, readNumber, readParts } from './chosen-tickets.ts'
import { previewRefund, type ReadLostAnswers } from './preview-refund.ts'
import { findRefundable, selectGoodTickets } from './refundable-order.sql.ts'
import { requestRefund } from './take-back.ts'
import { partsOf, sumOf } from './ticket-shares.rules.ts'

type RouteDeps = Pick<Deps, 'db' | 'clock'>

const seesOrder: Sees = (db, viewer, { order_id }) => seesSold(db, viewer, order_id)
const seesReference: Sees = async (db, viewer, { reference = '' }) =>
  (await findRefundable(db, viewer, readReference(reference))).length > 0

export function registerRefundRoutes(
  app: App,
  deps: RouteDeps & { readLostAnswers: ReadLostAnswers; besides: ReadBesides },
): void {
  route(app, {
    method: 'GET',
    url: '/api/refunds',
    access: 'organizer',
    right: 'figures',
    schema: { querystring: RefundQuery, response: { 200: RefundList } },
    handler: async (request) => listRefunds(deps, viewerOf(request), request.query),
  })
  route(app, {
    method: 'POST',
    url: '/api/refunds',
    access: 'organizer',
    right: 'money',
    config: { sees: seesOrder },
    refuses: [404, 409],
    schema: { body: RefundRequest, response: { 201: RefundReply } },
    handler: async (request, reply) => {
      const { reason, words: note = '' } = request.body
      const viewer = viewerOf(request)
      requireReason(viewer, reason)
      const id = await requestRefund(deps, viewer, {
        ...chosenIn(request.body),
        reason,
        note: note.trim(),
        usedToo: note.trim() !== '',
      })
      reply.status(201)
      return await readRefund(deps, viewer, id)
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/refund_previews',
    access: 'organizer',
    right: 'money',
    config: { sees: seesOrder },
    refuses: [404, 409],
    schema: { body: RefundPreviewRequest, response: { 200: RefundPreview } },
    handler: async (request) => {
      return await previewRefund(deps, viewerOf(request), chosenIn(request.body))
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/refunds/order',
    access: 'organizer',
    right: 'money',
    config: { sees: seesReference },
    refuses: [404],
    schema: { querystring: OrderQuery, response: { 200: RefundableOrder } },
    handler: async (request) => findOrder(deps, viewerOf(request), request.query),
  })
}

/** Adds the route that reads one refund, so that a screen can show the refund's progress. */
export function registerRefundProgress(app: App, deps: RouteDeps): void {
  const seesRefund: Sees = async (db, viewer, { id = '' }) =>
    isUuid(id) && (await selectRefund(db, viewer, id, deps.clock.now())) !== undefined
  route(app, {
    method: 'GET',
    url: '/api/refunds/:id',
    access: 'organizer',
    right: 'figures',
    config: { sees: seesRefund },
    refuses: [404],
    schema: { params: IdParams, response: { 200: RefundReply } },
    handler: async (request) => readRefund(deps, viewerOf(request), request.params.id),
  })
}

/** Refuses the reason 'other', which only admins can choose. */
function requireReason({ role }: Viewer, reason: RefundRequest['reason']): void {
  if (role === 'admin' || ORGANIZER_REASONS.some((known) => known === reason)) return
  refuseField('reason', `reason must be one of ${ORGANIZER_REASONS.join(', ')}.`)
}

/** The order and its tickets that a request names. Throws order_not_found. */
function chosenIn(body: RefundPreviewRequest): { orderId: string; tickets?: NamedTicket[] } {
  const tickets = readTickets(body)
  if (!isUuid(body.order_id)) throw new OrderError('order_not_found')
  return { orderId: body.order_id, ...(tickets && { tickets }) }
}

/** The tickets of `ticket_numbers` and `tickets` together. Each ticket may be named once. */
function readTickets({
  ticket_numbers,
  tickets,
}: Pick<RefundRequest, 'ticket_numbers' | 'tickets'>): NamedTicket[] | null {
  if (!ticket_numbers && !tickets) return null
  const numbers = new Set((ticket_numbers ?? []).map(readNumber))
  const parts = readParts(tickets ?? [])
  if (parts.some(({ number }) => numbers.has(number))) refuseField('tickets', NAMED_TWICE)
  return [...[...numbers].map((number) => ({ number })), ...parts]
}

/** Finds an order if a receipt with symbols like O for 0 mixed up fits exactly one order. */
async function findByNearReceipt(db: Db, viewer: Viewer, reference: Reference) {
  const receipts = nearReceipts(reference)
  if (receipts.length === 0) return undefined
  const orders = await findRefundable(db, viewer, { numbers: [], receipts, codes: [] })
  return orders.every(({ id }) => id === orders[0]!.id) ? orders[0] : undefined
}

/** The amount of an add-on's refund, which the form shows with the add-on. */
function amountOf(ticket: Awaited<ReturnType<typeof selectGoodTickets>>[number]) {
  if (ticket.kind !== 'add_on') return {}
  const { order_line_id: lineId, left_quantity: quantity, left_cents: amountCents } = ticket
  const line = { lineId, quantity, amountCents }
  return { amount: toKes(sumOf(partsOf([{ ...ticket, people: ticket.admits }], [line]))) }
}

/** Finds an order to refund by its code, an M-Pesa receipt or a ticket number, typed or pasted. */
async function findOrder(
  { db }: RouteDeps,
  viewer: Viewer,
  query: OrderQuery,
): Promise<RefundableOrder> {
  const reference = readReference(query.reference)
  const [found] = await findRefundable(db, viewer, reference)
  const order = found ?? (await findByNearReceipt(db, viewer, reference))
  if (!order) throw new OrderError('order_not_found')
  const tickets = await selectGoodTickets(db, order.id)
  return {
    order_id: order.id,
    code: order.code,
    event: order.event,
    amount: toKes(order.left_cents),
    tickets: tickets.map((ticket) => {
      const { number, ticket_type, admits: quantity, admitted } = ticket
      const facts = { ticket_number: number, ticket_type, quantity, used: admitted > 0, admitted }
      return { ...facts, ...unitFields(ticket), ...amountOf(ticket) }
    }),
  }
}
