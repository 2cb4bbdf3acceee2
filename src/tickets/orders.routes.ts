import { Type } from 'typebox'
import { OrderRequest, PromptRequest } from '../checkout/checkout.contract.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { reopenOrder } from '../checkout/reopen-order.ts'
import { limitPushes } from '../payments/limit-pushes.ts'
import { existsSuspense } from '../payments/payments.sql.ts'
import type { Tx } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { type App, route } from '../platform/http.ts'
import { isUuid } from '../platform/ids.ts'
import { normalisePhone } from '../platform/phone.rules.ts'
import { ErrorReply, IdParams, nullable } from '../platform/platform.contract.ts'
import { PHASE_MESSAGES } from './order-messages.rules.ts'
import { existsOrder, selectOrderView } from './order-view.sql.ts'
import { type OrderReply, PendingOrder, SettledOrder } from './tickets.contract.ts'
import { type TicketDeps, waitForOrder } from './wait-for-order.ts'

const replies = { 200: SettledOrder, 202: PendingOrder, '4xx': ErrorReply }

// A caller that waits for the end waits in line, then for its prompt, then for its tickets.
const SETTLE_MAX_MS = 5 * 60_000

export function registerOrderRoutes(app: App, deps: TicketDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/functions/mpesa',
    access: 'public',
    errorsHaveMessage: true,
    schema: { body: OrderRequest, response: replies },
    handler: async (request, reply) => {
      const orderId = await buy(deps, request.body, request.ip)
      const async = /\brespond-async\b/.test(String(request.headers.prefer ?? ''))
      const order = await waitForOrder(deps, orderId, async ? 0 : SETTLE_MAX_MS, 'settled')
      return reply.code(statusOf(order)).send(order as never)
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/orders/:id',
    access: 'public',
    errorsHaveMessage: true,
    schema: {
      params: IdParams,
      querystring: Type.Object({ wait: Type.Optional(Type.String({ pattern: '^\\d{1,2}$' })) }),
      response: replies,
    },
    handler: async (request, reply) => {
      const seconds = Math.min(25, Number(request.query.wait ?? 0))
      const order = await waitForOrder(deps, request.params.id, seconds * 1000, 'changed')
      return reply
        .header('cache-control', 'no-store')
        .code(statusOf(order))
        .send(order as never)
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/orders/:id/prompts',
    access: 'public',
    errorsHaveMessage: true,
    schema: {
      params: IdParams,
      body: nullable(PromptRequest),
      response: replies,
    },
    handler: async (request, reply) => {
      await promptAgain(deps, request.params.id, request.body?.phoneNumber, request.ip)
      const order = await waitForOrder(deps, request.params.id, 0, 'changed')
      // Settled where the prompt was refused in this very moment.
      return reply.code(statusOf(order)).send(order as never)
    },
  })
}

function statusOf(order: OrderReply): 200 | 202 {
  return order.status === 'pending' ? 202 : 200
}

async function buy(deps: TicketDeps, request: OrderRequest, address: string): Promise<string> {
  const known = request.orderId && (await existsOrder(deps.db, request.orderId))
  // Asking again about an order is no further prompt, whatever the limits say by now.
  if (known) return (await placeOrder(deps, request)).orderId
  const from = { phone: normalisePhone(request.phoneNumber), address }
  return await limitPushes(deps, from, async () => {
    const placed = await placeOrder(deps, request)
    return { asked: placed.isNew, value: placed.orderId }
  })
}

async function promptAgain(
  deps: TicketDeps,
  orderId: string,
  typedPhone: string | undefined,
  address: string,
): Promise<void> {
  const order = isUuid(orderId) ? await selectOrderView(deps.db, orderId, deps.clock.now()) : null
  if (!order) throw new AppError('order_not_found')
  const phone = typedPhone === undefined ? null : normalisePhone(typedPhone)
  if (typedPhone !== undefined && phone === null) {
    throw new AppError('invalid_phone', { details: { field: 'phoneNumber' } })
  }
  await limitPushes(deps, { phone: phone ?? order.phone, address }, async () => {
    await reopenOrder(deps, orderId, phone, refuseWhileChecked)
    return { asked: true, value: undefined }
  })
}

async function refuseWhileChecked(tx: Tx, orderId: string): Promise<void> {
  if (!(await existsSuspense(tx, orderId))) return
  throw new AppError('prompt_open', { text: PHASE_MESSAGES.confirming })
}
