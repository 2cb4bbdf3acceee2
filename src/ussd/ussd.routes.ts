import { createHash, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import { takeAnyBody, textOfBody } from '../payments/any-body.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type App, route } from '../platform/http.ts'
import { ussdCounters } from './counters.ts'
import { readTurn } from './gateway-call.rules.ts'

const BODY_LIMIT = 16 * 1024

/** What the gateway reads: CON and a screen that asks for more, or END and the last one. */
const Screen = Type.String({ pattern: '^(CON|END) ' })

type UssdDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'log' | 'metrics' | 'timeScale'>

/** Africa's Talking signs nothing, so the address holds a secret. Any other one is nobody's. */
export async function registerUssdRoutes(app: App, deps: UssdDeps): Promise<void> {
  await app.register(async (plain) => {
    const scope = plain as App
    takeAnyBody(scope)
    gatewayRoute(scope, deps, '/cb/u/:token', async (form) => {
      const turn = readTurn(form, deps.env.ussdCode)
      return turn ? 'CON Lango' : 'END Lango'
    })
    gatewayRoute(scope, deps, '/cb/u/:token/end', async () => '')
  })
}

function gatewayRoute(
  scope: App,
  { env, metrics }: UssdDeps,
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
      const { token } = request.params as { token: string }
      if (!env.ussdCode || !isSame(token, env.ussdToken)) {
        ussdCounters(metrics).unknownCalls.inc()
        throw new AppError('not_found')
      }
      const said = await answer(new URLSearchParams(textOfBody(request.body)))
      return reply.type('text/plain; charset=utf-8').send(said)
    },
  })
}

function isSame(given: string, secret: string): boolean {
  const [a, b] = [given, secret].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(a!, b!)
}
