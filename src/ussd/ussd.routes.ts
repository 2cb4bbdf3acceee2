import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { acceptRawBody, textOfBody } from '../payments/callbacks/raw-body.ts'
import { AppError } from '../platform/errors.ts'
import { replyWithError } from '../platform/http/error-reply.ts'
import { type App, route } from '../platform/http/http.ts'
import { isOneOf } from '../platform/http/is-one-of.ts'
import { answerTurn } from './answer-turn.ts'
import { ANSWER_MS, ussdCounters } from './declarations.ts'
import { readTurn } from './gateway-call.rules.ts'
import { setEnding } from './ussd.sql.ts'
import { AWAY, NOT_KENYAN } from './ussd.text.ts'
import type { UssdDeps } from './visit.ts'

const BODY_LIMIT = 16 * 1024

/** The gateway's format: CON and a screen that expects an input, or END and the last screen. */
const Screen = Type.String({ pattern: '^(CON|END) ' })

const TEXT = 'text/plain; charset=utf-8'

/**
 * Africa's Talking does not sign its calls, so the address contains a secret. Any other address
 * gets 404. `answerMs` is shorter than the gateway's own time-out; tests shorten it further.
 */
export async function registerUssdRoutes(
  app: App,
  deps: UssdDeps,
  answerMs: number = ANSWER_MS,
): Promise<void> {
  await app.register(async (plain) => {
    const scope = plain as App
    acceptRawBody(scope)
    // Every error must become a screen. For any other response the mobile operator ends the session
    // with its own error text.
    scope.setErrorHandler((error, request, reply) => {
      const isCall = request.routeOptions.url?.endsWith('/:token')
      // A call from outside the CALLBACK_NETWORKS gets 404, like a call to an unknown address.
      const isForeign = error instanceof AppError && error.code === 'not_found'
      if (!isCall || isForeign || !isOurs(request, deps))
        return replyWithError(error, request, reply)
      request.log.error({ err: error }, 'a USSD turn could not be answered')
      ussdCounters(deps.metrics).turns.inc({ answer: 'away' })
      return reply.code(200).type(TEXT).send(`END ${AWAY}`)
    })
    gatewayRoute(scope, deps, '/cb/u/:token', async (form) => {
      const turn = readTurn(form, deps.env.ussdCode)
      const answer = turn ? await inTime(answerTurn(deps, turn), answerMs) : `END ${NOT_KENYAN}`
      ussdCounters(deps.metrics).turns.inc({ answer: answer.slice(0, 3).toLowerCase() })
      return answer
    })
    gatewayRoute(scope, deps, '/cb/u/:token/end', async (form) => {
      await setEnding(deps.db, form.get('sessionId') ?? '', (form.get('status') ?? '').slice(0, 40))
      return ''
    })
  })
}

/** Limits the reply to `ms`: the gateway gives up after 10 seconds, a hanging database later. */
async function inTime(answer: Promise<string>, ms: number): Promise<string> {
  const late = new AbortController()
  const wait = delay(ms, null, { signal: late.signal })
  try {
    const said = await Promise.race([answer, wait.catch(() => null)])
    if (said === null) throw new AppError('unavailable')
    return said
  } finally {
    late.abort()
    answer.catch(() => {})
  }
}

/** Whether the call's address is ours. Another call belongs to no session and may get an error. */
function isOurs({ params }: FastifyRequest, { env }: Pick<UssdDeps, 'env'>): boolean {
  const { token } = params as { token: string }
  return env.ussdCode !== '' && isOneOf(token, [env.ussdToken, ...env.ussdTokensAlso])
}

function gatewayRoute(
  scope: App,
  deps: UssdDeps,
  url: string,
  answer: (form: URLSearchParams) => Promise<string>,
): void {
  const schema = url.endsWith('/end') ? Type.String() : Screen
  route(scope, {
    method: 'POST',
    url,
    work: 'free',
    access: 'public',
    answers: { 200: { types: ['text/plain'], schema } },
    takes: { '*/*': Type.Unknown() },
    bodyLimit: BODY_LIMIT,
    handler: async (request, reply) => {
      if (!isOurs(request, deps)) {
        ussdCounters(deps.metrics).unknownCalls.inc()
        throw new AppError('not_found')
      }
      const said = await answer(new URLSearchParams(textOfBody(request.body)))
      return reply.type(TEXT).send(said)
    },
  })
}
