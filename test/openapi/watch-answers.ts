import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { REPLIES } from '../../src/messages/replies.text.ts'
import { AppError } from '../../src/platform/errors.ts'
import type { App } from '../../src/platform/http/http.ts'
import { describeApi } from '../../src/platform/http/openapi.ts'
import { PROGRAM_CODES } from '../swahili/english-codes.ts'
import { type Document, type Named, operationsOf } from './document.ts'
import { type Judge, makeJudge } from './judge.ts'

/**
 * Compares every response of this app, in any test, with the API's OpenAPI document. The document
 * must therefore contain each refusal that any test causes.
 */
export function watchAnswers(app: App): { expectAsDescribed: () => void } {
  const faults = new Set<string>()
  let known: Known | undefined
  app.addHook('onSend', async (request, reply, payload) => {
    known ??= readOwn(app)
    const { url = '', method } = request.routeOptions
    const named = known.operations.get(
      `${method} ${url.replace(/:(\w+)/g, '{$1}').replace('*', '{rest}')}`,
    )
    // Skips HEAD, which is like GET without a body, and pages, which do not belong to the API.
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
  const english = new Set<string>()
  app.addHook('onError', async (request, _reply, error) => {
    if (isForVisitors(request) && error instanceof AppError && lacksSwahili(error)) {
      english.add(`${error.code}: ${error.message} (${asked(request)})`)
    }
  })
  return {
    expectAsDescribed: () => {
      expectNone(faults, 'What a route states (schema, refuses, answers, takes) is not all')
      expectNone(english, 'A visitor would read English on a Swahili page')
    },
  }
}

function expectNone(faults: ReadonlySet<string>, what: string): void {
  if (faults.size > 0) throw new Error(`${what}:\n${[...faults].slice(0, 20).join('\n')}`)
}

/**
 * Public routes that no page of a visitor calls: those of accounts, gate phones and providers, and
 * the health check.
 */
const FOR_OTHERS = /^\/((api\/auth|api\/gate|cb|ussd)\/|healthz$)/

/**
 * Whether a request comes from a visitor's page. Requests with a bearer come from the back office,
 * which is in English.
 */
function isForVisitors({ routeOptions, headers }: FastifyRequest): boolean {
  const { access } = routeOptions.config as { access?: string }
  if (access !== 'public' || headers.authorization) return false
  return !FOR_OTHERS.test(routeOptions.url ?? '')
}

/**
 * Texts that begin with a field's name are written for programs, which read English. A zero byte may
 * be in a field that no route knows, so its name may have any characters.
 */
const PROGRAM_TEXT = /^[\w.]+ (is|must) |must not hold a zero byte\.$/

function lacksSwahili({ texts, code, message }: AppError): boolean {
  const isForPrograms = PROGRAM_CODES.includes(code) || PROGRAM_TEXT.test(message)
  // This text is written in the language of the request, so it has no second language.
  const { en, sw } = REPLIES.boughtNoTicket
  if (isForPrograms || message.startsWith(en) || message.startsWith(sw)) return false
  // Only the back office, which is in English, has sessions and thus this error.
  return code !== 'unauthorized' && texts.sw === texts.en
}

type Known = { judge: Judge; operations: Map<string, Named> }

/**
 * Caches the judge of each set of routes, because describing and compiling the routes takes longer
 * than most tests.
 */
const judges = new Map<string, Known>()

function readOwn(app: App): Known {
  const routes = app.describedRoutes.map(({ method, url }) => `${method} ${url}`).join()
  const known = judges.get(routes) ?? readDescribed(app)
  judges.set(routes, known)
  return known
}

function readDescribed(app: App): Known {
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
