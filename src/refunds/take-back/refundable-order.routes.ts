import { OrderError } from '../../orders/errors.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { readTicketNumber } from '../../tickets/number.rules.ts'
import { OrderQuery, RefundableOrder } from '../refunds.contract.ts'
import { findRefundable, selectGoodTickets } from './refundable-order.sql.ts'

/** Finds the order that an admin wants to refund. */
export function registerRefundableOrderRoutes(app: App, { db }: Pick<Deps, 'db'>): void {
  route(app, {
    method: 'GET',
    url: '/api/refunds/order',
    access: 'admin',
    refuses: [404],
    schema: { querystring: OrderQuery, response: { 200: RefundableOrder } },
    handler: async (request) => {
      const reference = request.query.reference.toUpperCase().replace(/\s/g, '')
      const ticketNumber = readTicketNumber(reference)
      const order = await findRefundable(db, { reference, ticketNumber })
      if (!order) throw new OrderError('order_not_found')
      const tickets = await selectGoodTickets(db, order.id)
      return {
        order_id: order.id,
        code: order.code,
        event: order.event,
        amount: toKes(order.left_cents),
        tickets: tickets.map(({ number, ticket_type, admits, admitted }) => {
          return { ticket_number: number, ticket_type, quantity: admits, used: admitted > 0 }
        }),
      }
    },
  })
}
