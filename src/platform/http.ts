import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchema,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
  type RouteHandlerMethod,
} from 'fastify'
import type { RouteGenericInterface } from 'fastify/types/route.js'
import type { Env } from '../env.ts'
import { compressAnswer } from './compress-answer.ts'
import { databaseErrorCode, isDatabaseUnavailable } from './db.ts'
import { AppError } from './errors.ts'
import { fieldError, zeroByteError } from './field-error.ts'
import { newToken } from './ids.ts'
import type { Log } from './log.ts'
import { readNetworkAddress } from './network-address.ts'
import type { Viewer } from './viewer.ts'

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Who may call a route. Leaving it out does not compile. */
export type Access = 'public' | 'organizer' | 'admin'

type Handler<S extends FastifySchema> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
  unknown,
  S,
  TypeBoxTypeProvider
>

/** A route as it was added; `access` is null if a plugin added it without saying. */
export type ListedRoute = { method: string; url: string; access: Access | null }

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route, in the order in which they were added. */
    listedRoutes: ListedRoute[]
  }
  interface FastifyRequest {
    /** Who limits count: see readNetworkAddress. */
    address: string
  }
}

/** Adds one route; the schema types the handler, validates the request and writes OpenAPI. */
export function route<const S extends FastifySchema>(
  app: App,
  options: {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    url: string
    access: Access
    schema?: S
    bodyLimit?: number
    /** Refusals say their text as `message` too: what a client of the purchase calls reads. */
    errorsHaveMessage?: boolean
    handler: Handler<S>
  },
): void {
  const { access, errorsHaveMessage, ...rest } = options
  app.route({ ...rest, config: { access, errorsHaveMessage } } as unknown as Parameters<
    App['route']
  >[0])
}

/** Who an Authorization header stands for; null if it stands for nobody (any more). */
export type Authenticate = (authorization: string) => Promise<Viewer | null>

export async function createApp(
  env: Env,
  log: Log,
  options: { scriptHashes: string[]; authenticate: Authenticate },
): Promise<App> {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // One proxy: the address that it appended itself, not those that a client wrote before it.
    trustProxy: env.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    bodyLimit: 64 * 1024,
    genReqId: () => newToken().slice(0, 12),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    rewriteUrl: readableUrl,
    ajv: {
      customOptions: { removeAdditional: false, coerceTypes: false, allErrors: false },
    },
    // Slow clients must not hold a connection for ever, but a picture of 10 MB may take its time.
    requestTimeout: 120_000,
  }).withTypeProvider<TypeBoxTypeProvider>()
  listRoutes(app)
  await app.register(helmet, helmetOptions(env, options.scriptHashes))
  await app.register(cookie)
  await app.register(formbody)
  await app.register(swagger, {
    openapi: { info: { title: 'Lango', version: '1', description: 'Event ticketing for Kenya' } },
  })
  app.decorateRequest('address', '')
  app.addHook('onRequest', readAddress)
  app.addHook('onRequest', refuseOtherSites)
  app.decorateRequest('viewer', null)
  app.addHook('onRequest', (request) => admitViewer(request, options.authenticate))
  app.addHook('preHandler', refuseZeroBytes)
  app.addHook('onSend', compressAnswer)
  app.addHook('onResponse', logRequest)
  endConnectionsOnClose(app)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw new AppError('not_found')
  })
  return app as App
}

/**
 * An address with an escape that is none, such as /category/100%, is looked up as it is written:
 * its signs stand for themselves, and whoever would answer for it does.
 */
function readableUrl({ url = '/' }: { url?: string | undefined }): string {
  const end = url.search(/[?#]|$/)
  try {
    decodeURIComponent(url.slice(0, end))
    return url
  } catch {
    return url.slice(0, end).replaceAll('%', '%25') + url.slice(end)
  }
}

function listRoutes(app: FastifyInstance): void {
  const routes: ListedRoute[] = []
  app.decorate('listedRoutes', routes)
  app.addHook('onRoute', ({ method, url, config }) => {
    const { access = null } = (config ?? {}) as { access?: Access }
    routes.push(...[method].flat().map((one) => ({ method: one, url, access })))
  })
}

function helmetOptions(env: Env, scriptHashes: string[]) {
  const secure = env.publicOrigin.startsWith('https:')
  return {
    contentSecurityPolicy: env.development
      ? false
      : {
          useDefaults: false,
          directives: {
            'default-src': ["'self'"],
            'script-src': ["'self'", ...scriptHashes],
            'style-src': ["'self'", "'unsafe-inline'"],
            'img-src': ["'self'", 'data:'],
            'connect-src': ["'self'"],
            'worker-src': ["'self'"],
            'form-action': ["'self'"],
            'frame-ancestors': ["'none'"],
            'base-uri': ["'self'"],
            'object-src': ["'none'"],
          },
        },
    // With helmet's default, no-referrer, browsers send `Origin: null` on plain form posts.
    referrerPolicy: { policy: 'same-origin' as const },
    hsts: secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
  }
}

/** Closing waits for every connection, and one kept alive after its answer would stay a minute. */
function endConnectionsOnClose(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
}

/** Once, before anything counts. A proxy that writes no address where one belongs is set up wrong. */
async function readAddress(request: FastifyRequest): Promise<void> {
  const address = readNetworkAddress(String(request.ip))
  if (address === null) {
    throw new AppError('bad_request', { text: 'X-Forwarded-For must end in an IP address.' })
  }
  request.address = address
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A page of another site cannot make a visitor's browser change anything here. Browsers send
 * Origin or Sec-Fetch-Site with such requests; curl and the providers send neither and pass.
 */
async function refuseOtherSites(request: FastifyRequest): Promise<void> {
  if (SAFE_METHODS.has(request.method)) return
  const origin = request.headers.origin
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new AppError('forbidden_origin')
  if (origin === undefined) return
  if (!URL.canParse(origin) || new URL(origin).host !== request.headers.host) {
    throw new AppError('forbidden_origin')
  }
}

/** A bearer on a public call must be good too: an old one answered as nobody's would mislead. */
async function admitViewer(request: FastifyRequest, authenticate: Authenticate): Promise<void> {
  const { access } = request.routeOptions.config as { access?: Access }
  const { authorization } = request.headers
  if (authorization) {
    request.viewer = await authenticate(authorization)
    if (!request.viewer) throw new AppError('unauthorized')
  }
  if (request.is404) return
  refuseUnlessAdmitted(access, request.viewer)
}

/** Every kind of access is decided here; a route of any other kind admits nobody. */
function refuseUnlessAdmitted(access: Access | undefined, viewer: Viewer | null): void {
  switch (access) {
    case 'public':
      return
    case 'organizer':
      if (!viewer) throw new AppError('unauthorized')
      return
    case 'admin':
      if (!viewer) throw new AppError('unauthorized')
      if (viewer.role !== 'admin') throw new AppError('forbidden')
      return
    default:
      // A new kind does not compile until it is decided above; a plugin's route may state none.
      access satisfies undefined
      throw new Error(`nothing says who may call a route of access ${access}`)
  }
}

/** For plugins that add routes by themselves: all of this scope's are open to everybody. */
export function makePublic(scope: FastifyInstance): void {
  scope.addHook('onRoute', (options) => {
    options.config = { ...options.config, access: 'public' } as typeof options.config
  })
}

/** Where a schema says what the fields are; callbacks and pages read theirs as they come. */
async function refuseZeroBytes({ body, query, routeOptions }: FastifyRequest): Promise<void> {
  const { schema } = routeOptions
  const fault =
    (schema?.body && zeroByteError(body)) || (schema?.querystring && zeroByteError(query))
  if (fault) throw fault
}

async function logRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  request.log.info(
    { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
    'request',
  )
}

/** Turns whatever was thrown into the one form of an error answer. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const failure = error as {
    statusCode?: number
    code?: string
    validation?: Parameters<typeof fieldError>[0]
  }
  if (failure.validation) return fieldError(failure.validation)
  // A value that the schema let through and the database cannot hold.
  if (databaseErrorCode(error)?.startsWith('22')) return new AppError('invalid_field')
  if (isDatabaseUnavailable(error)) return new AppError('unavailable', { retryAfter: 5 })
  switch (failure.statusCode) {
    case 413:
      return new AppError('too_large')
    case 415:
      return new AppError('unsupported_type')
    case 404:
      return new AppError('not_found')
  }
  if (/^FST_ERR_CTP_(EMPTY|INVALID)_JSON_BODY$/.test(failure.code ?? '')) {
    return new AppError('bad_request', { text: 'body must be JSON.', details: { field: 'body' } })
  }
  if (failure.statusCode && failure.statusCode < 500) return new AppError('bad_request')
  return new AppError('internal')
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toAppError(error)
  if (failure.status >= 500) request.log.error({ err: error, req: request }, 'a request failed')
  if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter)
  const body = failure.body()
  if (failure.status === 500) body.id = request.id
  const { errorsHaveMessage } = request.routeOptions.config as { errorsHaveMessage?: boolean }
  if (errorsHaveMessage) body.message = failure.message
  return reply.code(failure.status).type('application/json').send(body)
}
