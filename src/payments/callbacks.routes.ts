import { type TSchema, Type } from 'typebox'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type App, route } from '../platform/http.ts'
import { takeAnyBody, textOfBody } from './any-body.ts'
import { callbackReceived } from './callback-received.job.ts'
import { type CallbackKind, insertCallback } from './callbacks.sql.ts'
import { paymentCounters } from './counters.ts'
import { judgePaybill } from './judge-paybill.ts'
import { CONFIRMATION_ANSWER, validationAnswer } from './mpesa/paybill-call.rules.ts'

const BODY_LIMIT = 16 * 1024

const Taken = Type.Object({ ResultCode: Type.Literal(0), ResultDesc: Type.String() })
const Judged = Type.Object({ ResultCode: Type.String(), ResultDesc: Type.String() })

type CallbackDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'log' | 'metrics' | 'timeScale'>

/**
 * What M-Pesa tells by itself. It signs nothing, so the address is the secret: one per prompt, and one
 * for all payments by hand. The body is stored as it came and answered at once; a job reads it.
 */
export async function registerCallbackRoutes(app: App, deps: CallbackDeps): Promise<void> {
  await app.register(async (plain) => {
    const scope = plain as App
    takeAnyBody(scope)
    /** How a prompt ended. */
    callbackRoute(scope, deps, '/cb/p/:token', {
      schema: Taken,
      answer: async (token, body) => {
        await keep(deps, { kind: 'stk', token, body })
        return { ResultCode: 0, ResultDesc: 'Accepted' }
      },
    })
    /** A payment was made, by hand or by prompt. */
    callbackRoute(scope, deps, '/cb/c/:token/confirmation', {
      schema: Taken,
      answer: async (token, body) => {
        await keep(deps, { kind: 'c2b', token, body })
        return CONFIRMATION_ANSWER
      },
    })
    /** Whether one may be made. */
    callbackRoute(scope, deps, '/cb/c/:token/validation', {
      schema: Judged,
      answer: async (token, body) => {
        const { known, refusal } = await judgePaybill(deps, token, body)
        if (!known) throw refuseToken(deps)
        return validationAnswer(refusal)
      },
    })
  })
}

type Answer = { schema: TSchema; answer: (token: string, body: string) => Promise<object> }

function callbackRoute(
  scope: App,
  deps: CallbackDeps,
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
      if (token.includes('\0')) throw refuseToken(deps)
      return await answer(token, textOfBody(request.body))
    },
  })
}

async function keep(
  deps: CallbackDeps,
  callback: { kind: CallbackKind; token: string; body: string },
): Promise<void> {
  if (!(await insertCallback(deps.db, callback, callbackReceived))) throw refuseToken(deps)
}

function refuseToken({ metrics }: Pick<Deps, 'metrics'>): AppError {
  paymentCounters(metrics).unknownCallbacks.inc()
  return new AppError('not_found')
}
