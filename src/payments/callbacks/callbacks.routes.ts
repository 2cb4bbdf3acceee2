import { type TSchema, Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { type App, route } from '../../platform/http/http.ts'
import { paymentCounters } from '../declarations.ts'
import { callbackReceived } from '../jobs.ts'
import { type CallbackAddress, isPromptToken } from './callbacks.sql.ts'
import { acceptRawBody, textOfBody } from './raw-body.ts'
import { storeCallback } from './store-callback.ts'

const BODY_LIMIT = 16 * 1024

export const Taken = Type.Object({ ResultCode: Type.Literal(0), ResultDesc: Type.String() })
const TAKEN = { ResultCode: 0, ResultDesc: 'Accepted' } as const

const PROMPTS: CallbackAddress = { kind: 'stk', isKnown: isPromptToken, job: callbackReceived }

export async function registerCallbackRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'metrics'>,
): Promise<void> {
  await registerSecretAddress(app, deps, '/cb/p/:token', (posted) =>
    storeCallback(deps.db, PROMPTS, posted),
  )
}

/** M-Pesa signs no calls. `store` returns false for an unknown token. A job reads the body. */
export async function registerSecretAddress(
  app: App,
  deps: Pick<Deps, 'metrics'>,
  url: `/cb/${string}/:token`,
  store: (posted: { token: string; body: string }) => Promise<boolean>,
): Promise<void> {
  await app.register(async (plain) => {
    const scope = plain as App
    acceptRawBody(scope)
    const answer = async (token: string, body: string) =>
      (await store({ token, body })) ? TAKEN : null
    callbackRoute(scope, deps, url, { schema: Taken, answer })
  })
}

/** `answer` returns null for an unknown token. */
type Answer = { schema: TSchema; answer: (token: string, body: string) => Promise<object | null> }

export function callbackRoute(
  scope: App,
  { metrics }: Pick<Deps, 'metrics'>,
  url: string,
  { schema, answer }: Answer,
): void {
  route(scope, {
    method: 'POST',
    url,
    work: 'free',
    access: 'public',
    answers: { 200: { schema } },
    takes: { '*/*': Type.Unknown() },
    bodyLimit: BODY_LIMIT,
    handler: async (request) => {
      const { token } = request.params as { token: string }
      const reply = token.includes('\0') ? null : await answer(token, textOfBody(request.body))
      if (reply) return reply
      paymentCounters(metrics).unknownCallbacks.inc()
      throw new AppError('not_found')
    },
  })
}
