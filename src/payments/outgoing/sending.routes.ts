import type { RawBuilder } from 'kysely'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { registerSecretAddress } from '../callbacks/callbacks.routes.ts'
import type { CallbackAddress } from '../callbacks/callbacks.sql.ts'
import { storeCallback } from '../callbacks/store-callback.ts'
import { resultReceived } from '../jobs.ts'
import { isResultToken } from './attempts.sql.ts'
import { SendingState, SendingSwitch } from './sending.contract.ts'
import { type ReadDue, readSending, switchSending } from './sending-switch.ts'

/**
 * Adds the routes to which M-Pesa posts the results of attempts and of queries: `/cb/r` for refunds
 * and `/cb/o` for payouts. `isReceiptCheck` is true for tokens of queries about sold receipts.
 */
export async function registerResultRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'metrics'>,
  isReceiptCheck: RawBuilder<boolean>,
): Promise<void> {
  const isKnown = isResultToken(isReceiptCheck)
  const results = (kind: 'result' | 'payout'): CallbackAddress => ({
    kind,
    isKnown,
    job: resultReceived,
  })
  const paths = { '/cb/r/:token': results('result'), '/cb/o/:token': results('payout') } as const
  for (const [path, address] of Object.entries(paths)) {
    await registerSecretAddress(app, deps, path as keyof typeof paths, (posted) =>
      storeCallback(deps.db, address, posted),
    )
  }
}

/** Adds the routes that read and change whether refunds and payouts are sent. */
export function registerSendingRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'clock'> & { readDue: ReadDue },
): void {
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
