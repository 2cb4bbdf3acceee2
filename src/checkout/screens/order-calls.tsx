import { type Answer, callApi, jsonPost, type Problem } from '../../ui/api.ts'
import type { OrderReply, OrderRequest, PendingOrder, SettledOrder } from '../checkout.contract.ts'
import { backOffMs, nextWaitSeconds, tellsToLook } from '../order-wait.rules.ts'

/** How the page hears of an order, and how it stops listening. */
export type Watch = {
  signal: AbortSignal
  onPending: (order: PendingOrder) => void
  /** True once a call got no answer, false when one did. */
  onOffline: (offline: boolean) => void
}

export type Outcome =
  | { kind: 'settled'; order: SettledOrder }
  | { kind: 'refused'; problem: Problem }
  /** The page was left. */
  | { kind: 'left' }

/** Enough for a tunnel; after them the buyer decides. The same id again is the same order. */
const PLACE_TRIES = 5
const SPARE_S = 10

export async function placeOrder(
  request: OrderRequest & { orderId: string },
  watch: Watch,
): Promise<Outcome> {
  const init = jsonPost(request, { prefer: 'respond-async' })
  const answer = await patiently(
    () => callWithin<OrderReply>('/api/functions/mpesa', SPARE_S, watch, init),
    watch,
    PLACE_TRIES,
  )
  return goOn(request.orderId, answer, watch)
}

/** One more prompt for the same order. Never repeated unseen: a look at the order comes first. */
export async function promptAgain(
  orderId: string,
  phoneNumber: string,
  watch: Watch,
): Promise<Outcome> {
  const init = jsonPost({ phoneNumber })
  const path = `/api/orders/${orderId}/prompts`
  const answer = await callWithin<OrderReply>(path, SPARE_S, watch, init)
  if (answer.ok || answer.status > 0) return goOn(orderId, answer, watch)
  const found = await lookOnce(orderId, watch)
  const isUnderWay = found.ok && found.data.status === 'pending'
  return goOn(orderId, isUnderWay ? found : answer, watch)
}

/** Long-polls until the order settles, through any loss of the network. */
export async function followOrder(
  orderId: string,
  watch: Watch,
  known: PendingOrder | null = null,
): Promise<Outcome> {
  let pending = known
  while (!watch.signal.aborted) {
    const wait = nextWaitSeconds(pending)
    const path = `/api/orders/${orderId}?wait=${wait}`
    const asked = Date.now()
    const answer = await patiently(
      () => callWithin<OrderReply>(path, wait + SPARE_S, watch),
      watch,
      Number.POSITIVE_INFINITY,
    )
    if (!answer.ok) return { kind: 'refused', problem: answer }
    if (answer.data.status !== 'pending') return { kind: 'settled', order: answer.data }
    pending = answer.data
    watch.onPending(pending)
    // A server that does not wait must not be asked without pause.
    if (wait > 0 && Date.now() - asked < 1000) await pause(1000, watch.signal)
  }
  return { kind: 'left' }
}

/** How the order stands now; gives up after a while without an answer. */
export async function lookOnce(orderId: string, watch: Watch): Promise<Answer<OrderReply>> {
  return patiently(
    () => callWithin<OrderReply>(`/api/orders/${orderId}`, SPARE_S, watch),
    watch,
    PLACE_TRIES,
  )
}

async function goOn(orderId: string, answer: Answer<OrderReply>, watch: Watch): Promise<Outcome> {
  if (watch.signal.aborted) return { kind: 'left' }
  if (!answer.ok) {
    if (tellsToLook(answer.code)) return lookAfterRefusal(orderId, answer, watch)
    return { kind: 'refused', problem: answer }
  }
  if (answer.data.status !== 'pending') return { kind: 'settled', order: answer.data }
  watch.onPending(answer.data)
  return followOrder(orderId, watch, answer.data)
}

/** The refusal stands, unless the order itself is being paid or is paid. */
async function lookAfterRefusal(orderId: string, refusal: Problem, watch: Watch): Promise<Outcome> {
  const found = await lookOnce(orderId, watch)
  if (!found.ok) return { kind: 'refused', problem: refusal }
  if (found.data.status === 'pending') return goOn(orderId, found, watch)
  const isOver = found.data.status !== 'failed' && found.data.status !== 'expired'
  return isOver ? { kind: 'settled', order: found.data } : { kind: 'refused', problem: refusal }
}

/** Calls until an answer comes, with growing pauses; a failing server counts as none. */
async function patiently<T>(
  call: () => Promise<Answer<T>>,
  watch: Watch,
  tries: number,
): Promise<Answer<T>> {
  for (let failures = 1; ; failures++) {
    const answer = await call()
    const isSilent = !answer.ok && (answer.status === 0 || answer.status >= 500)
    const isPutOff = !answer.ok && answer.status === 429 && tries === Number.POSITIVE_INFINITY
    if (watch.signal.aborted) return answer
    watch.onOffline(isSilent)
    if (!(isSilent || isPutOff) || failures >= tries) return answer
    await pause(backOffMs(failures), watch.signal)
  }
}

/** A call that ends after so many seconds, or when the page is left. */
async function callWithin<T>(
  path: string,
  seconds: number,
  { signal }: Watch,
  init: RequestInit = {},
): Promise<Answer<T>> {
  const own = new AbortController()
  const stop = () => own.abort()
  const timer = setTimeout(stop, seconds * 1000)
  signal.addEventListener('abort', stop)
  try {
    return await callApi<T>((to, how) => fetch(to, how), path, { ...init, signal: own.signal })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
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
