import { setImmediate as nextTurn } from 'node:timers/promises'
import type { App } from './http.ts'

/**
 * Closes the app without refusing a request. First only `/readyz` fails, so that proxies send new
 * requests to other processes. Everything is served until `grace` resolves, and afterwards what
 * has arrived until then.
 */
export async function drain(app: App, grace: Promise<unknown>): Promise<void> {
  app.isDraining = true
  await grace
  // Right after the event loop has accepted all connections that were waiting: closing resets them.
  if (app.server.listening) setImmediate(() => app.server.close())
  await nextTurn()
  await app.close()
}
