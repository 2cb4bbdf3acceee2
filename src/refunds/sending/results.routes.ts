import { registerSecretAddress } from '../../payments/callbacks/callbacks.routes.ts'
import type { CallbackAddress } from '../../payments/callbacks/callbacks.sql.ts'
import { storeCallback } from '../../payments/callbacks/store-callback.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { App } from '../../platform/http/http.ts'
import { isResultToken } from './calls.sql.ts'
import { resultReceived } from './result-received.job.ts'

const RESULTS: CallbackAddress = { kind: 'result', isKnown: isResultToken, job: resultReceived }

/** Where M-Pesa says what came of a refund, and of a question: two addresses for each call. */
export async function registerResultRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'metrics'>,
): Promise<void> {
  await registerSecretAddress(app, deps, '/cb/r/:token', (posted) =>
    storeCallback(deps.db, RESULTS, posted),
  )
}
