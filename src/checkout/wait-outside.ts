import type { IncomingMessage } from 'node:http'
import { holdBare } from '../platform/http/bare-connections.ts'
import type { App } from '../platform/http/http.ts'
import { readNetworkAddress } from '../platform/http/network-address.ts'
import { headerOf } from '../platform/http/plain-request.ts'
import type { OrderPhase, OrderReply } from './checkout.contract.ts'
import { newsWithin, waitForOrder } from './wait-for-order.ts'
import type { OrderWatcher } from './watch-orders.ts'

/** As the waiting page asks. What is written in any other way waits in the framework. */
const WAIT = /^\/api\/orders\/([\da-f-]{36})\?wait=(\d{1,2})(?:&seen=([a-z_]+))?$/

/** What came of a wait before the framework saw its request; undefined where that waits itself. */
export type HeardOutside = (request: IncomingMessage) => OrderReply | undefined

/**
 * Lets whoever waits for an order do so before the framework. It sees each with what came of it, and
 * writes every answer; who is refused is refused by it as well.
 */
export function waitOutside(
  app: App,
  watcher: OrderWatcher,
  { trustProxy }: { trustProxy: boolean },
): HeardOutside {
  const heard = new WeakMap<IncomingMessage, OrderReply>()
  holdBare(app, '/api/orders/', (request, held) => {
    const [, id, seconds, seen] = WAIT.exec(request.url) ?? []
    if (id === undefined || seconds === undefined) return false
    const from = trustProxy ? headerOf(request, 'x-forwarded-for') : undefined
    // Of several, as a client may write them itself, the framework takes the proxy's own.
    const address = readNetworkAddress(from ?? held.socket.remoteAddress ?? '')
    if (address === null) return false
    // A phase that there is not ends the wait at once, and is refused.
    const wait = newsWithin(seconds, seen as OrderPhase | undefined)
    waitForOrder(watcher, id, address, wait).then(
      (order) => held.goOn((call) => heard.set(call, order)),
      () => held.goOn(),
    )
    return true
  })
  return (request) => heard.get(request)
}
