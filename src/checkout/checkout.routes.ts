import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { REPLIES } from '../messages/replies.text.ts'
import { fill } from '../messages/twin.rules.ts'
import type { PlacedOrder } from '../orders/placing/place-order.ts'
import { isDatabaseAbsent } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { type App, route } from '../platform/http/http.ts'
import type { Work } from '../platform/http/load-shedder.ts'
import { digits, IdParams, nullable } from '../platform/http/platform.contract.ts'
import { requestedLanguage } from '../platform/values/language.rules.ts'
import { maskPhone } from '../platform/values/phone.rules.ts'
import { buy, takeFree } from './buy.ts'
import {
  CodeSent,
  OrderPhase,
  type OrderReply,
  OrderRequest,
  PendingOrder,
  PhoneRequest,
  PromptRequest,
  SettledOrder,
} from './checkout.contract.ts'
import { CheckoutError } from './errors.ts'
import { promptAgain, promptOtherPhone } from './order-prompts.ts'
import { readEmail, readPhone, readPurchase } from './purchase-request.ts'
import { type ReadOrder, replyIn, toNewReply } from './read-order.ts'
import { longPoll, waitForOrder } from './wait-for-order.ts'
import type { OrderWatcher } from './watch-orders.ts'

const replies = { 200: SettledOrder, 202: PendingOrder }

const purchaseReplies = { 200: SettledOrder, 202: Type.Union([PendingOrder, CodeSent]) }

/** The Prefer header. With `respond-async` the call returns immediately (RFC 7240). */
const PurchaseHeaders = Type.Object({ prefer: Type.Optional(Type.String()) })

const LookQuery = Type.Object({
  /** Seconds to wait for a change, at most 25. */
  wait: Type.Optional(digits(2)),
  /**
   * The phase that the client has seen. If the order is in another phase, the call returns without
   * waiting.
   */
  seen: Type.Optional(OrderPhase),
})

// Time limit of a call that waits for the result. It covers the waits in the prompt queue, for the
// buyer's answer to the prompt, and for the tickets.
const SETTLE_MAX_MS = 5 * 60_000

const ORDERS: Work = { name: 'orders', perSecond: 200, burst: 120 }

type CheckoutDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale' | 'log'> & {
  watcher: OrderWatcher
}

export function registerCheckoutRoutes(app: App, deps: CheckoutDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/functions/mpesa',
    access: 'public',
    work: ORDERS,
    refuses: [404, 409, 429],
    errorsHaveMessage: true,
    schema: { headers: PurchaseHeaders, body: OrderRequest, response: purchaseReplies },
    handler: async (request, reply) => {
      const purchase = { ...readPurchase(request.body), address: request.address }
      const { proof } = request.body
      const bought = await purchaseOf(deps, purchase, proof).catch(refuseWithoutDatabase)
      request.endWork()
      if (!bought) {
        const phone = maskPhone(purchase.phone)
        const message = fill(REPLIES.freeCodeSent, requestedLanguage(request.headers), { phone })
        return reply.code(202).send({ status: 'code', message })
      }
      const { orderId, placed } = bought
      const first = placed && toNewReply(deps, placed)
      const async = /\brespond-async\b/.test(request.headers.prefer ?? '')
      const wait = { ms: async ? 0 : SETTLE_MAX_MS, until: 'settled', first } as const
      const order = await waitForOrder(deps.watcher, orderId, request.address, wait)
      return reply.code(statusOf(order)).send(bodyOf(order, request) as never)
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/orders/:id',
    access: 'public',
    work: 'free',
    refuses: [429],
    errorsHaveMessage: true,
    schema: {
      params: IdParams,
      querystring: LookQuery,
      response: replies,
    },
    handler: async (request, reply) => {
      const { wait: seconds = '0', seen } = request.query
      const wait = longPoll(seconds, seen)
      const order = await waitForOrder(deps.watcher, request.params.id, request.address, wait)
      return reply
        .header('cache-control', 'no-store')
        .code(statusOf(order))
        .send(bodyOf(order, request) as never)
    },
  })
  registerPromptRoutes(app, deps)
}

/** Places the order. Null if it is free and has no `proof`: its buyer was sent a code. */
async function purchaseOf(
  deps: CheckoutDeps,
  purchase: ReturnType<typeof readPurchase> & { address: string },
  proof: string | undefined,
): Promise<Omit<PlacedOrder, 'isNew'> | null> {
  if (purchase.paymentMethod === 'free') return await takeFree(deps, purchase, proof)
  return await buy(deps, purchase)
}

/**
 * Throws orders_unavailable if the error means that the database cannot be used, and rethrows any
 * other error. After orders_unavailable the order may exist: the connection may have broken during
 * the commit, or an earlier request may have placed the order.
 */
function refuseWithoutDatabase(error: unknown): never {
  if (!isDatabaseAbsent(error)) throw error
  const refusal = new CheckoutError('orders_unavailable', { retryAfter: 5 })
  throw Object.assign(refusal, { cause: error })
}

/** Registers the routes that send one more prompt, or a prompt to another number. */
function registerPromptRoutes(app: App, deps: CheckoutDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/orders/:id/prompts',
    access: 'public',
    work: ORDERS,
    refuses: [409, 429],
    errorsHaveMessage: true,
    schema: {
      params: IdParams,
      body: nullable(PromptRequest),
      response: replies,
    },
    handler: async (request, reply) => {
      const { phoneNumber, email, replaces = [] } = request.body ?? {}
      await promptAgain(deps, request.params.id, {
        phone: readPhone(phoneNumber),
        ...(email !== undefined && { email: readEmail(email) }),
        address: request.address,
        replaces,
      })
      const wait = { ms: 0, until: 'changed' } as const
      const order = await waitForOrder(deps.watcher, request.params.id, request.address, wait)
      // If the prompt was refused immediately, the order already has its result.
      return reply.code(statusOf(order)).send(bodyOf(order, request) as never)
    },
  })
  route(app, {
    method: 'PUT',
    url: '/api/orders/:id/phone',
    access: 'public',
    work: ORDERS,
    refuses: [409, 429],
    errorsHaveMessage: true,
    schema: { params: IdParams, body: PhoneRequest, response: replies },
    handler: async (request, reply) => {
      const { phoneNumber, email, replaces = [] } = request.body
      const prompt = {
        phone: readPhone(phoneNumber),
        ...(email !== undefined && { email: readEmail(email) }),
        address: request.address,
        replaces,
      }
      await promptOtherPhone(deps, request.params.id, prompt)
      const wait = { ms: 0, until: 'changed' } as const
      const order = await waitForOrder(deps.watcher, request.params.id, request.address, wait)
      return reply.code(statusOf(order)).send(bodyOf(order, request) as never)
    },
  })
}

function statusOf({ reply }: ReadOrder): 200 | 202 {
  return reply.status === 'pending' ? 202 : 200
}

function bodyOf(order: ReadOrder, { headers }: FastifyRequest): OrderReply {
  return replyIn(requestedLanguage(headers), order)
}
