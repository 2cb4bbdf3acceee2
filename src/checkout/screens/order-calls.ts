import { type Answer, callApi, jsonPost, type Problem } from '../../ui/api.ts'
import { LANGUAGE } from '../../ui/language.rules.ts'
import type { OrderReply, OrderRequest } from '../checkout.contract.ts'
import { backOffMs, busySeconds, nextWaitSeconds } from '../order-wait.rules.ts'
import type {
  CallNews,
  OrderAnswer,
  OrderCall,
  PurchaseRequest,
  StoredOrder,
} from '../purchase.rules.ts'
import { sourceOf } from './order-source.ts'
import { forgetPlaced, notePlaced, placedOrders } from './placed-orders.ts'

/**
 * The number of attempts per call: enough to survive a short loss of the network. After the last
 * attempt the buyer decides. Repeats are safe, because one order id cannot place two orders.
 */
const TRIES = 5
const SPARE_S = 10

type OpenCall = { call: OrderCall; signal: AbortSignal }
type CallStream = AsyncGenerator<CallNews, Answer<OrderReply>>

/**
 * Makes a call and yields its events: network states, pending states and the answer. After the
 * buyer has left the page, yields nothing.
 */
export async function* callOrder(call: OrderCall, signal: AbortSignal): AsyncGenerator<CallNews> {
  const answer = yield* make({ call, signal })
  forgetPaid(answer)
  if (!signal.aborted) yield { is: 'answered', call, answer }
}

function forgetPaid(answer: OrderAnswer): void {
  if (!answer.ok || ['pending', 'failed', 'expired'].includes(answer.data.status)) return
  forgetPlaced(answer.data.order_id)
}

function make({ call, signal }: OpenCall): CallStream {
  const open = { call, signal }
  switch (call.to) {
    case 'place': {
      const init = jsonPost(requestOf(call.order), { prefer: 'respond-async' })
      return withRetries(open, TRIES, () =>
        callWithin(SPARE_S, signal, '/api/functions/mpesa', init),
      )
    }
    case 'prompt': {
      const { phoneNumber, email } = call
      const init = jsonPost({ phoneNumber, email, replaces: placedOrders() })
      const path = `/api/orders/${call.orderId}/prompts`
      // No automatic retry: every call can push another prompt to the phone.
      return withRetries(open, 1, () => callWithin(SPARE_S, signal, path, init))
    }
    case 'look':
      return withRetries(open, TRIES, () =>
        callWithin(SPARE_S, signal, `/api/orders/${call.orderId}`),
      )
    case 'follow':
      return follow(call, signal)
  }
}

function requestOf(order: StoredOrder): OrderRequest & { orderId: string } {
  const { orderId } = order
  notePlaced(orderId)
  return { orderId, ...orderFields(order), replaces: placedOrders() }
}

/** The body of a purchase call, without its id and the ids of earlier orders. */
export function orderFields(request: PurchaseRequest): OrderRequest {
  const { phoneNumber, amount, eventId, tickets, email, payBy, proof, promo_code } = request
  const body = {
    ...{ phoneNumber, amount, eventId, tickets, email },
    ...(payBy && { payBy }),
    ...(proof && { proof }),
    ...(promo_code && { promo_code }),
    ...sourceOf(eventId, Date.now()),
  }
  return LANGUAGE === 'en' ? body : { ...body, language: LANGUAGE }
}

/** Long-polls until the order is settled. Continues after any loss of the network. */
async function* follow(
  call: Extract<OrderCall, { to: 'follow' }>,
  signal: AbortSignal,
): CallStream {
  let { known } = call
  while (true) {
    const wait = nextWaitSeconds(known)
    // The request contains the known phase, so that the server responds immediately if the order is
    // already in a newer phase.
    const seen = known ? `&seen=${known.phase}` : ''
    const path = `/api/orders/${call.orderId}?wait=${wait}${seen}`
    const startedAt = Date.now()
    const answer = yield* withRetries({ call, signal }, Number.POSITIVE_INFINITY, () =>
      callWithin(wait + SPARE_S, signal, path),
    )
    if (signal.aborted || !answer.ok || answer.data.status !== 'pending') return answer
    known = answer.data
    yield { is: 'pending', call, order: known }
    // If the server responds immediately, waits a second before the next poll.
    if (wait > 0 && Date.now() - startedAt < 1000) await pause(1000, signal)
    if (signal.aborted) return answer
  }
}

/**
 * Repeats a call until the server responds, with growing pauses. A status of 500 or above counts as
 * no response. An overloaded server's response contains the time to wait.
 */
async function* withRetries(
  { call, signal }: OpenCall,
  tries: number,
  attempt: () => Promise<Answer<OrderReply>>,
): CallStream {
  for (let failures = 1; ; failures++) {
    const answer = await attempt()
    const overload = overloadOf(answer)
    if (overload) {
      if (signal.aborted) return answer
      const seconds = busySeconds(overload.retryAfter, Math.random())
      yield { is: 'busy', call, seconds }
      // Waits for the whole delay that an overloaded server demands, even if the buyer returns.
      await rest(seconds * 1000, signal)
      if (signal.aborted) return answer
      // An overloaded server has done nothing, so this attempt does not count.
      failures -= 1
      continue
    }
    const isSilent = !answer.ok && (answer.status === 0 || answer.status >= 500)
    const isPutOff = !answer.ok && answer.status === 429 && tries === Number.POSITIVE_INFINITY
    const isLast = failures >= tries
    if (signal.aborted || (isSilent && isLast)) return answer
    yield { is: 'network', call, offline: isSilent }
    if (!isSilent && !isPutOff) return answer
    await pause(backOffMs(failures), signal)
    if (signal.aborted) return answer
  }
}

function overloadOf(answer: Answer<OrderReply>): Problem | null {
  return !answer.ok && answer.code === 'overloaded' ? answer : null
}

/** A call that is aborted after the given seconds, or when the buyer leaves the page. */
async function callWithin(
  seconds: number,
  signal: AbortSignal,
  path: string,
  init: RequestInit = {},
): Promise<Answer<OrderReply>> {
  const own = new AbortController()
  const stop = () => own.abort()
  const timer = setTimeout(stop, seconds * 1000)
  signal.addEventListener('abort', stop)
  try {
    return await callApi((to, how) => fetch(to, how), path, { ...init, signal: own.signal })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** Waits for `ms`. Only leaving the page ends the wait early. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}

/**
 * Waits for `ms`. The wait ends early when the network returns, or when the buyer returns to the
 * page or leaves it.
 */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController()
    const { signal: once } = done
    const end = () => {
      done.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end, { signal: once })
    signal.addEventListener('abort', end, { signal: once })
    const onShown = () => document.visibilityState === 'visible' && end()
    document.addEventListener('visibilitychange', onShown, { signal: once })
  })
}
