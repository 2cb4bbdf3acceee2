import { Type } from 'typebox'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type App, route } from '../platform/http.ts'
import { callbackReceived } from './callback-received.job.ts'
import { insertCallback } from './callbacks.sql.ts'
import { paymentCounters } from './counters.ts'

const BODY_LIMIT = 16 * 1024

const Accepted = Type.Object({ ResultCode: Type.Literal(0), ResultDesc: Type.String() })

/**
 * Where M-Pesa says how a prompt ended. It signs nothing, so the address itself is the secret, one
 * per prompt. The body is stored as it came and answered at once; a job reads it.
 */
export async function registerCallbackRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'metrics'>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Whatever it is declared as, also where that is no type at all.
    scope.addHook('onRequest', async ({ headers }) => {
      headers['content-type'] = 'text/plain'
    })
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body)
    })
    route(scope as App, {
      method: 'POST',
      url: '/cb/p/:token',
      work: 'free',
      access: 'public',
      answers: { 200: { schema: Accepted } },
      takes: { '*/*': Type.Unknown() },
      bodyLimit: BODY_LIMIT,
      handler: async (request) => {
        const { token } = request.params as { token: string }
        // PostgreSQL takes no zero bytes in text.
        const body = String(request.body ?? '').replaceAll('\0', '')
        const callback = { kind: 'stk', token, body } as const
        const isStored =
          !token.includes('\0') && (await insertCallback(deps.db, callback, callbackReceived))
        if (!isStored) {
          paymentCounters(deps.metrics).unknownCallbacks.inc()
          throw new AppError('not_found')
        }
        return { ResultCode: 0, ResultDesc: 'Accepted' }
      },
    })
  })
}
