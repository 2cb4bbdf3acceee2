import { type TSchema, Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { type App, route } from '../../platform/http/http.ts'
import { paymentCounters } from '../declarations.ts'
import { callbackReceived } from '../jobs.ts'
import { CONFIRMATION_ANSWER, validationAnswer } from '../mpesa/paybill-call.rules.ts'
import { judgePaybill } from '../paybill/judge-paybill.ts'
import { type CallbackAddress, isPaybillToken, isPromptToken } from './callbacks.sql.ts'
import { acceptRawBody, textOfBody } from './raw-body.ts'
import { storeCallback } from './store-callback.ts'

const BODY_LIMIT = 16 * 1024

const Taken = Type.Object({ ResultCode: Type.Literal(0), ResultDesc: Type.String() })
const TAKEN = { ResultCode: 0, ResultDesc: 'Accepted' } as const
const Judged = Type.Object({ ResultCode: Type.String(), ResultDesc: Type.String() })

const PROMPTS: CallbackAddress = { kind: 'stk', isKnown: isPromptToken, job: callbackReceived }
const PAYBILL: CallbackAddress = { kind: 'c2b', isKnown: isPaybillToken, job: callbackReceived }

type CallbackDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'log' | 'metrics' | 'timeScale'>

/**
 * M-Pesa's calls to us. M-Pesa signs nothing, so the address is the secret: one per prompt, and one
 * for all payments by paybill. The body is stored as it came and answered immediately; a job reads
 * it.
 */
export async function registerCallbackRoutes(app: App, deps: CallbackDeps): Promise<void> {
  const { db } = deps
  /** The result of a prompt. */
  await registerSecretAddress(app, deps, '/cb/p/:token', ({ token, body }) => {
    return storeCallback(db, PROMPTS, { token, body })
  })
  await app.register(async (plain) => {
    const scope = plain as App
    acceptRawBody(scope)
    /** Confirmation of a payment, by paybill or by prompt. */
    callbackRoute(scope, deps, '/cb/c/:token/confirmation', {
      schema: Taken,
      answer: async (token, body) => {
        const isStored = await storeCallback(db, PAYBILL, { token, body })
        return isStored ? CONFIRMATION_ANSWER : null
      },
    })
    /** Validation: whether M-Pesa should take a payment. */
    callbackRoute(scope, deps, '/cb/c/:token/validation', {
      schema: Judged,
      answer: async (token, body) => {
        const { known, refusal } = await judgePaybill(deps, token, body)
        return known ? validationAnswer(refusal) : null
      },
    })
  })
}

/**
 * A secret callback address: `store` stores the posted body, or returns false for an unknown token.
 */
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

/** Null for an unknown token. */
type Answer = { schema: TSchema; answer: (token: string, body: string) => Promise<object | null> }

function callbackRoute(
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
