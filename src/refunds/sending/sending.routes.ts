import { registerSecretAddress } from '../../payments/callbacks/callbacks.routes.ts'
import type { CallbackAddress } from '../../payments/callbacks/callbacks.sql.ts'
import { storeCallback } from '../../payments/callbacks/store-callback.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { resultReceived } from '../jobs.ts'
import { SendingState, SendingSwitch } from '../refunds.contract.ts'
import { isResultToken } from './attempts.sql.ts'
import { readSending, switchSending } from './sending-switch.ts'

const RESULTS: CallbackAddress = { kind: 'result', isKnown: isResultToken, job: resultReceived }

/**
 * Adds the routes to which M-Pesa posts the results of refunds and of status queries: two addresses
 * per attempt.
 */
export async function registerResultRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'metrics'>,
): Promise<void> {
  await registerSecretAddress(app, deps, '/cb/r/:token', (posted) =>
    storeCallback(deps.db, RESULTS, posted),
  )
}

/** Adds the routes that read and change whether refunds are sent. */
export function registerSendingRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, {
    method: 'GET',
    url: '/api/refunds/sending',
    access: 'admin',
    schema: { response: { 200: SendingState } },
    handler: async () => readSending(deps),
  })
  route(app, {
    method: 'POST',
    url: '/api/refunds/sending',
    access: 'admin',
    schema: { body: SendingSwitch, response: { 200: SendingState } },
    handler: async (request) => {
      await switchSending(deps, viewerOf(request), request.body)
      return await readSending(deps)
    },
  })
}
