import { registerSecretAddress } from '../payments/callbacks.routes.ts'
import { insertCallback } from '../payments/callbacks.sql.ts'
import type { Deps } from '../platform/deps.ts'
import type { App } from '../platform/http.ts'
import { isResultToken } from './calls.sql.ts'
import { resultReceived } from './result-received.job.ts'

/** Where M-Pesa says what came of a refund, and of a question: two addresses for each call. */
export async function registerResultRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'metrics'>,
): Promise<void> {
  await registerSecretAddress(app, deps, '/cb/r/:token', ({ token, body }) =>
    insertCallback(
      deps.db,
      { kind: 'result', token, body, isKnown: isResultToken(token) },
      resultReceived,
    ),
  )
}
