import { setImmediate as nextTurn } from 'node:timers/promises'
import type { App } from './http.ts'

/**
 * Closes the app without refusing a request. First only `/readyz` fails, so that proxies send new
 * requests to other processes. Everything is served until `grace` resolves.
 *
 * nginx makes no health checks. So after `grace`, until `left` resolves, GET and HEAD requests are
 * cut off: nginx repeats such a request at another process, and sends nothing here for its
 * `fail_timeout`. A POST is never repeated, so it is served until the end.
 */
export async function drain(
  app: App,
  grace: Promise<unknown>,
  left: Promise<unknown> = grace,
): Promise<void> {
  app.isDraining = true
  await grace
  app.isLeaving = true
  await left
  if (app.server.listening) await acceptWaiting(app)
  app.server.close()
  await app.close()
}

/**
 * Accepts the connections that wait in the kernel, because closing resets them. Node accepts one in
 * each turn of the event loop.
 */
async function acceptWaiting({ server }: App): Promise<void> {
  let accepted = true
  const count = () => {
    accepted = true
  }
  server.on('connection', count)
  // Ends after two turns without a new connection, because the first turn may begin after the poll
  // phase of the event loop, in which Node accepts connections.
  for (let idleTurns = 0; idleTurns < 2; idleTurns = accepted ? 0 : idleTurns + 1) {
    accepted = false
    await nextTurn()
  }
  server.off('connection', count)
}
