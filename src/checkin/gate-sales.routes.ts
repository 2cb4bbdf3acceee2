import { Type } from 'typebox'
import { readOrders } from '../checkout/read-order.ts'
import { OrderError } from '../orders/errors.ts'
import { selectSeller } from '../orders/orders.sql.ts'
import type { Deps } from '../platform/deps.ts'
import { type GatePhone, gatePhoneOf } from '../platform/gate-phone.ts'
import { type App, route } from '../platform/http.ts'
import { isUuid } from '../platform/ids.ts'
import { admitBuyer } from './admit-buyer.ts'
import { GateSaleRequest, PendingSale, SettledSale } from './gate-sale.contract.ts'
import { sellAtDoor } from './sell-at-door.ts'

const response = { 200: SettledSale, 202: PendingSale }

type SaleDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>

/** What a steward's phone sells, where it may. */
export function registerGateSaleRoutes(app: App, deps: SaleDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/gate/sales',
    access: 'gate',
    refuses: [403, 404, 409, 429],
    schema: { body: GateSaleRequest, response },
    handler: async (request, reply) => {
      const asked = { sale: request.body, address: request.address }
      const { orderId, checkIns } = await sellAtDoor(deps, gatePhoneOf(request), asked)
      const sale = await readSale(deps, orderId)
      const answer = checkIns ? { ...sale, check_ins: checkIns } : sale
      return reply.code(statusOf(sale)).send(answer as never)
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
      const { id, goesIn } = await findSale(deps, phone, request.params.order_id)
      // The buyer stands before the phone that sees it paid; if it looks no more, they come with the SMS.
      const checkIns = goesIn ? await admitBuyer(deps, phone, id) : null
      const sale = await readSale(deps, id)
      const answer = checkIns ? { ...sale, check_ins: checkIns } : sale
      return reply.code(statusOf(sale)).send(answer as never)
    },
  })
}

/** Those of its own event that were sold at the door, and no others. */
async function findSale({ db }: SaleDeps, phone: GatePhone, id: string) {
  const order = isUuid(id) ? await selectSeller(db, id) : undefined
  if (!order?.sold_by || order.event_id !== phone.eventId) throw new OrderError('order_not_found')
  const goesIn = order.goes_in_at_once && order.sold_by === phone.id
  return { id: id.toLowerCase(), goesIn }
}

async function readSale(deps: SaleDeps, orderId: string) {
  const order = (await readOrders(deps, [orderId])).get(orderId)
  if (!order) throw new OrderError('order_not_found')
  return order.reply
}

const statusOf = ({ status }: { status: string }) => (status === 'pending' ? 202 : 200)
