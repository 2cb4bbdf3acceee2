import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Sandbox } from './context.ts'
import { DarajaError, sendDarajaError } from './daraja.ts'

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

export function oauthRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { consumerKey, consumerSecret } = sandbox.options
  app.get<{ Querystring: { grant_type?: unknown } }>('/oauth/v1/generate', (request, reply) => {
    if (request.query.grant_type !== 'client_credentials') {
      return sendDarajaError(reply, new DarajaError(400, '400.008.02', 'Invalid grant type passed'))
    }
    const match = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(request.headers.authorization ?? '')
    if (!match?.[1]) {
      return sendDarajaError(
        reply,
        new DarajaError(400, '400.008.01', 'Invalid Authentication passed'),
      )
    }
    const given = Buffer.from(match[1], 'base64').toString()
    // The real service responds to a wrong key or secret with an empty body.
    if (!sameText(given, `${consumerKey}:${consumerSecret}`)) return reply.code(400).send()
    return reply.header('cache-control', 'no-store').send(sandbox.tokens.issue())
  })
}
