import { registerSecretAddress } from '../../payments/callbacks/callbacks.routes.ts'
import type { CallbackAddress } from '../../payments/callbacks/callbacks.sql.ts'
import { storeCallback } from '../../payments/callbacks/store-callback.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { App } from '../../platform/http/http.ts'
import { payoutResultReceived } from '../jobs.ts'
import { isPayoutToken } from './calls.sql.ts'

const RESULTS: CallbackAddress = {
  kind: 'payout',
  isKnown: isPayoutToken,
  job: payoutResultReceived,
}

/** Adds the route to which M-Pesa posts the results of payouts and of queries about them. */
export async function registerPayoutResults(
  app: App,
  deps: Pick<Deps, 'db' | 'metrics'>,
): Promise<void> {
  await registerSecretAddress(app, deps, '/cb/o/:token', (posted) =>
    storeCallback(deps.db, RESULTS, posted),
  )
}
