import { Type } from 'typebox'
import { readOrders } from '../../checkout/read-order.ts'
import { OrderError } from '../../orders/errors.ts'
import { selectSeller } from '../../orders/orders.sql.ts'
import { type App, route } from '../../platform/http/http.ts'
import { isUuid } from '../../platform/ids.ts'
import { type GatePhone, gatePhoneOf } from '../gate-phone.ts'
import type { SaleDeps } from './door-order.ts'
import { admitBuyer, sellAtDoor } from './door-sales.ts'
import { GateSaleRequest, PendingSale, SettledSale } from './gate-sale.contract.ts'

const response = { 200: SettledSale, 202: PendingSale }

export function registerGateSaleRoutes(app: App, deps: SaleDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/gate/sales',
    access: 'gate',
    refuses: [403, 404, 409, 429],
    schema: { body: GateSaleRequest, response },
    handler: async (request, reply) => {
      const doorSale = { sale: request.body, address: request.address }
      const phone = gatePhoneOf(request)
      const answer = await answerSale(deps, phone, await sellAtDoor(deps, phone, doorSale))
      return reply.code(statusOf(answer)).send(answer as never)
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/gate/sales/:order_id',
    work: 'free',
    access: 'gate',
    refuses: [404],
    schema: { params: Type.Object({ order_id: Type.String({ maxLength: 100 }) }), response },
    handler: async (request, reply) => {
      const phone = gatePhoneOf(request)
      const sold = await findSale(deps, phone, request.params.order_id)
      const answer = await answerSale(deps, phone, sold)
      return reply.code(statusOf(answer)).send(answer as never)
    },
  })
}

/** Finds a door sale of the phone's own event. Throws order_not_found for any other order. */
async function findSale({ db }: SaleDeps, phone: GatePhone, id: string) {
  const order = isUuid(id) ? await selectSeller(db, id) : undefined
  if (!order?.sold_by || order.event_id !== phone.eventId) throw new OrderError('order_not_found')
  const goesIn = order.admit_on_issue && order.sold_by === phone.id
  return { orderId: id.toLowerCase(), goesIn }
}

/**
 * Reports the state of a sale. If the sale is paid and was to admit the buyer, also admits the
 * buyer, who stands in front of the steward. If the phone stops polling before, the buyer checks in
 * later with the ticket from the SMS. A reply that reports such a sale as paid always contains the
 * check-ins.
 */
async function answerSale(
  deps: SaleDeps,
  phone: GatePhone,
  { orderId, goesIn }: { orderId: string; goesIn: boolean },
) {
  const order = (await readOrders(deps, [orderId])).get(orderId)
  if (!order) throw new OrderError('order_not_found')
  const isSold = order.reply.status === '0'
  const checkIns = goesIn && isSold ? await admitBuyer(deps, phone, orderId) : null
  return checkIns ? { ...order.reply, check_ins: checkIns } : order.reply
}

const statusOf = ({ status }: { status: string }) => (status === 'pending' ? 202 : 200)
