import { selectLatestChange } from '../../events/event-change.sql.ts'
import { OrderError } from '../../orders/errors.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { readTicketNumber } from '../../tickets/number.rules.ts'
import { dueBy } from '../business-days.rules.ts'
import { LinkRefundRequest, RefundLinkReply } from './refund-link.contract.ts'
import { selectLinkedOrder } from './refund-link.sql.ts'
import { requestLinkRefund } from './request-link-refund.ts'

type RouteDeps = Pick<Deps, 'db' | 'clock'>

/** The refund link of a rescheduled event, for buyers, who have no account. */
export function registerRefundLinkRoutes(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/refund_links/:token',
    access: 'public',
    refuses: [404],
    schema: { response: { 200: RefundLinkReply } },
    handler: async (request) => {
      const { token } = request.params as { token: string }
      return await readLink(deps, token)
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/orders/:id/refund_request',
    access: 'public',
    refuses: [404, 409],
    schema: { params: IdParams, body: LinkRefundRequest, response: { 202: RefundLinkReply } },
    handler: async (request, reply) => {
      const token = tokenOf(request.body.token)
      await requestLinkRefund(deps, { orderId: request.params.id, token })
      return reply.code(202).send(await readLink(deps, token))
    },
  })
}

/** Some buyers type the token, so case and spaces do not matter. */
function tokenOf(typed: string): string {
  return readTicketNumber(typed) ?? ''
}

async function readLink(deps: RouteDeps, typed: string): Promise<RefundLinkReply> {
  const order = await selectLinkedOrder(deps.db, tokenOf(typed))
  const change = order && (await selectLatestChange(deps.db, order.event_id))
  if (!order || !change) throw new OrderError('order_not_found')
  const isIn = deps.clock.now() <= change.request_until && order.created_at <= change.announced_at
  const isSold = order.left_cents > 0 && (order.state === 'paid' || order.state === 'issued')
  return {
    order_id: order.id,
    code: order.code,
    event_id: order.event_id,
    event_title: change.title,
    old: change.old,
    new: change.new,
    until: change.request_until.toISOString(),
    state: stateOf({ isAsked: order.requested_at !== null, isSold, isUsed: order.is_used, isIn }),
    amount: toKes(order.requested_at ? order.back_cents : order.left_cents),
    in_cash: order.in_cash,
    due_by: order.requested_at && dueBy(nairobiDate(order.requested_at)),
  }
}

type Facts = { isAsked: boolean; isSold: boolean; isUsed: boolean; isIn: boolean }

function stateOf({ isAsked, isSold, isUsed, isIn }: Facts): RefundLinkReply['state'] {
  if (isAsked) return 'asked'
  if (!isSold) return 'gone'
  if (!isIn) return 'closed'
  return isUsed ? 'used' : 'open'
}
