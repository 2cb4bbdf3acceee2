import { OrderError } from '../../orders/errors.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams, MessageReply } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { requestIssuing } from './issue-order.ts'

export function registerIssuingRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, {
    method: 'POST',
    url: '/api/orders/:id/issue_tickets',
    access: 'admin',
    refuses: [409],
    schema: { params: IdParams, response: { 202: MessageReply } },
    handler: async (request, reply) => {
      const { id: orderId } = request.params
      if (!isUuid(orderId)) throw new OrderError('order_not_found')
      await requestIssuing(deps, { orderId, by: viewerOf(request).accountId })
      return reply.code(202).send({ message: 'The tickets are being issued.' })
    },
  })
}
