import { Type } from 'typebox'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type App, route } from '../platform/http.ts'
import { callbackReceived } from './callback-received.job.ts'
import { insertCallback, isPromptToken } from './callbacks.sql.ts'
import { paymentCounters } from './counters.ts'

const BODY_LIMIT = 16 * 1024

export const Accepted = Type.Object({ ResultCode: Type.Literal(0), ResultDesc: Type.String() })
export const ACCEPTED = { ResultCode: 0, ResultDesc: 'Accepted' } as const

/**
 * An address that a provider posts to. It signs nothing, so the address itself is the secret. The
 * body is stored as it came, by `store`, and answered at once; a job reads it.
 */
export async function registerSecretAddress(
  app: App,
  deps: Pick<Deps, 'metrics'>,
  url: `/cb/${string}/:token`,
  store: (posted: { token: string; body: string }) => Promise<boolean>,
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
      url,
      work: 'free',
      access: 'public',
      answers: { 200: { schema: Accepted } },
      takes: { '*/*': Type.Unknown() },
      bodyLimit: BODY_LIMIT,
      handler: async (request) => {
        const { token } = request.params as { token: string }
        // PostgreSQL takes no zero bytes in text.
        const body = String(request.body ?? '').replaceAll('\0', '')
        const isStored = !token.includes('\0') && (await store({ token, body }))
        if (!isStored) {
          paymentCounters(deps.metrics).unknownCallbacks.inc()
          throw new AppError('not_found')
        }
        return ACCEPTED
      },
    })
  })
}

/** Where M-Pesa says how a prompt ended: one address per prompt. */
export async function registerCallbackRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'metrics'>,
): Promise<void> {
  await registerSecretAddress(app, deps, '/cb/p/:token', ({ token, body }) =>
    insertCallback(
      deps.db,
      { kind: 'stk', token, body, isKnown: isPromptToken(token) },
      callbackReceived,
    ),
  )
}
