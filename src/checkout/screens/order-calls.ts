import { type Answer, callApi, jsonPost, type Problem } from '../../ui/api.ts'
import { LANGUAGE } from '../../ui/language.rules.ts'
import type { OrderReply, OrderRequest } from '../checkout.contract.ts'
import { backOffMs, busySeconds, nextWaitSeconds } from '../order-wait.rules.ts'
import type { CallNews, OrderCall, StoredOrder } from '../purchase.rules.ts'

/** Enough for a tunnel; after them the buyer decides. The same id again is the same order. */
const TRIES = 5
const SPARE_S = 10

type Line = { call: OrderCall; signal: AbortSignal }
type Told = AsyncGenerator<CallNews, Answer<OrderReply>>

/** Makes a call and tells what it brings; once the page is left, nothing more. */
export async function* callOrder(call: OrderCall, signal: AbortSignal): AsyncGenerator<CallNews> {
  const answer = yield* make({ call, signal })
  if (!signal.aborted) yield { is: 'answered', call, answer }
}

function make({ call, signal }: Line): Told {
  const line = { call, signal }
  switch (call.to) {
    case 'place': {
      const init = jsonPost(requestOf(call.order), { prefer: 'respond-async' })
      return patiently(line, TRIES, () => callWithin(SPARE_S, signal, '/api/functions/mpesa', init))
    }
    case 'prompt': {
      const { phoneNumber, email } = call
      const init = jsonPost({ phoneNumber, email })
      const path = `/api/orders/${call.orderId}/prompts`
      // Never again unseen: each may be one more request on the phone.
      return patiently(line, 1, () => callWithin(SPARE_S, signal, path, init))
    }
    case 'look':
      return patiently(line, TRIES, () =>
        callWithin(SPARE_S, signal, `/api/orders/${call.orderId}`),
      )
    case 'follow':
      return follow(call, signal)
  }
}

function requestOf(order: StoredOrder): OrderRequest & { orderId: string } {
  const { orderId, phoneNumber, amount, eventId, tickets, email, payBy } = order
  const asked = { orderId, phoneNumber, amount, eventId, tickets, email, ...(payBy && { payBy }) }
  return LANGUAGE === 'en' ? asked : { ...asked, language: LANGUAGE }
}

/** Long-polls until the order settles, through any loss of the network. */
async function* follow(call: Extract<OrderCall, { to: 'follow' }>, signal: AbortSignal): Told {
  let { known } = call
  while (true) {
    const wait = nextWaitSeconds(known)
    // What came while the last answer was on its way is news, and not waited out.
    const seen = known ? `&seen=${known.phase}` : ''
    const path = `/api/orders/${call.orderId}?wait=${wait}${seen}`
    const asked = Date.now()
    const answer = yield* patiently({ call, signal }, Number.POSITIVE_INFINITY, () =>
      callWithin(wait + SPARE_S, signal, path),
    )
    if (signal.aborted || !answer.ok || answer.data.status !== 'pending') return answer
    known = answer.data
    yield { is: 'pending', call, order: known }
    // A server that does not wait must not be asked without pause.
    if (wait > 0 && Date.now() - asked < 1000) await pause(1000, signal)
    if (signal.aborted) return answer
  }
}

/** Calls until an answer comes, with growing pauses; a failing server counts as none. One that is
 * overloaded says when to come again. */
async function* patiently(
  { call, signal }: Line,
  tries: number,
  ask: () => Promise<Answer<OrderReply>>,
): Told {
  for (let failures = 1; ; failures++) {
    const answer = await ask()
    const overload = overloadOf(answer)
    if (overload) {
      if (signal.aborted) return answer
      const seconds = busySeconds(overload.retryAfter, Math.random())
      yield { is: 'busy', call, seconds }
      // Nobody is to come before their time: not for a page that is looked at again.
      await rest(seconds * 1000, signal)
      if (signal.aborted) return answer
      // Nothing was done, so it is no failure, and what is asked only once was not asked.
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

/** A call that ends after so many seconds, or when the page is left. */
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

/** Ends early only when the page is left. */
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

/** Ends early when the network or the visitor comes back. */
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
