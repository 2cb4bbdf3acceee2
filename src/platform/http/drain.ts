import type { App } from './http.ts'

/**
 * Closes the app without refusing a request. First only `/readyz` fails, so that proxies send new
 * requests to other processes. Everything is served until `grace` resolves, and afterwards what
 * has arrived until then.
 */
export async function drain(app: App, grace: Promise<unknown>): Promise<void> {
  app.isDraining = true
  await grace
  await app.close()
}
