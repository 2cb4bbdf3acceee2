import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../src/platform/http/http.ts'
import { describeApi } from '../../src/platform/http/openapi.ts'
import { type Document, type Named, operationsOf } from './document.ts'
import { type Judge, makeJudge } from './judge.ts'

/**
 * Compares every response of this app, in any test, with its own description. So each refusal that
 * any test causes is in the description.
 */
export function watchAnswers(app: App): { expectAsDescribed: () => void } {
  const faults = new Set<string>()
  let known: { judge: Judge; operations: Map<string, Named> } | undefined
  app.addHook('onSend', async (request, reply, payload) => {
    known ??= readOwn(app)
    const { url = '', method } = request.routeOptions
    const named = known.operations.get(
      `${method} ${url.replace(/:(\w+)/g, '{$1}').replace('*', '{rest}')}`,
    )
    // HEAD is GET without a body, and pages are no part of the API.
    if (!named || request.is404) return payload
    const answer = {
      status: reply.statusCode,
      headers: reply.getHeaders(),
      text: textOf(reply, payload),
    }
    for (const fault of known.judge(named, answer)) {
      faults.add(`${named.name} answered ${answer.status}: ${fault} (${asked(request)})`)
    }
    return payload
  })
  return {
    expectAsDescribed: () => {
      if (faults.size === 0) return
      const told = [...faults].slice(0, 20).join('\n')
      throw new Error(`What a route states (schema, refuses, answers, takes) is not all:\n${told}`)
    },
  }
}

function readOwn(app: App) {
  const own = describeApi(app.describedRoutes, { sessionCookie: 'session' })
  const document = JSON.parse(JSON.stringify(own)) as Document
  const operations = new Map(operationsOf(document).map((named) => [named.name, named]))
  return { judge: makeJudge(document), operations }
}

const asked = ({ method, url }: FastifyRequest) => `${method} ${url.slice(0, 100)}`

function textOf(reply: FastifyReply, payload: unknown): string | undefined {
  if (payload === null || payload === undefined) return ''
  if (typeof payload === 'string') return payload
  if (!Buffer.isBuffer(payload)) return undefined
  const encoding = reply.getHeader('content-encoding')
  if (encoding === 'br') return brotliDecompressSync(payload).toString()
  return encoding === 'gzip' ? gunzipSync(payload).toString() : payload.toString()
}
