import { maxHeaderSize } from 'node:http'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { newRequestId } from '../ids.ts'
import type { Log } from '../log.ts'
import { readNetworks } from '../networks.ts'
import type { Settings } from '../settings.ts'
import { type Authenticators, admitViewer, refuseOtherSites, refuseWithoutRight } from './access.ts'
import { refuseForeignCallbacks } from './callback-networks.ts'
import { compilersFactory } from './compile-late.ts'
import { compressReply } from './compress-reply.ts'
import { replyWithError } from './error-reply.ts'
import type { Access, App, ListedRoute } from './http.ts'
import type { LoadShedding } from './load-shedder.ts'
import { findMethodsOfRoutes, refuseUnrouted, replyUnrouted } from './methods.ts'
import { isInNetworks, readNetworkAddress } from './network-address.ts'
import { refuseUnread, watchConnections } from './parser-errors.ts'
import type { Right } from './platform.contract.ts'
import {
  readAddress,
  refuseMisaddressed,
  refuseZeroBytes,
  warnOfHiddenVisitors,
} from './request-checks.ts'
import { readTarget } from './request-path.ts'
import { securityHeaders } from './security-headers.ts'

// With `verbose`, a validation fault includes the field's schema, because our error texts quote the
// schema's description.
const VALIDATION = {
  removeAdditional: false,
  coerceTypes: false,
  allErrors: false,
  verbose: true,
}

export async function createApp(
  env: Settings,
  log: Log,
  options: Authenticators & { scriptHashes: string[]; loadShedding?: LoadShedding },
): Promise<App> {
  const headers = securityHeaders(env, options.scriptHashes)
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedHops(env.trustProxy),
    bodyLimit: 64 * 1024,
    genReqId: newRequestId,
    // The maximum length of a request line, so that the router passes ids of any length to their
    // routes, which refuse ids that are too long.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
    rewriteUrl: readTarget,
    ajv: { customOptions: VALIDATION },
    schemaController: { compilersFactory },
    // Slow clients must not occupy a connection for ever, but a picture of 10 MB takes time.
    requestTimeout: 120_000,
    // `refuseMisaddressed` does what Node would do here, but with our form of errors. Requests that
    // arrive while the app closes are served.
    http: { requireHostHeader: false },
    return503OnClosing: false,
    clientErrorHandler: refuseUnread(headers),
    frameworkErrors: (error, request, reply) => {
      replyWithError(error, request, reply.headers(headers))
    },
  }).withTypeProvider<TypeBoxTypeProvider>()
  watchConnections(app.server, headers)
  app.decorate('describedRoutes', [])
  listRoutes(app)
  findMethodsOfRoutes(app)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.decorateRequest('endWork')
  app.decorateRequest('isShed', false)
  if (options.loadShedding) app.addHook('onRequest', options.loadShedding.shedLoad)
  // No route accepts text/plain. Without a parser Fastify responds 415.
  app.removeContentTypeParser('text/plain')
  await app.register(cookie)
  await app.register(formbody)
  app.addHook('onRequest', refuseMisaddressed)
  endConnectionsOnDrain(app)
  app.decorateRequest('address', '')
  app.addHook('onRequest', readAddress)
  app.addHook('onRequest', refuseForeignCallbacks(env.callbackNetworks))
  app.addHook('onRequest', warnOfHiddenVisitors(env.publicOrigin))
  app.addHook('onRequest', refuseOtherSites)
  app.decorate('operatorTokens', env.operatorTokens)
  app.decorate('isOwnMachine', !env.production)
  app.decorateRequest('viewer', null)
  app.addHook('onRequest', (request) => admitViewer(request, options))
  app.addHook('preParsing', replyUnrouted)
  app.addHook('preHandler', refuseZeroBytes)
  app.addHook('preHandler', (request) => refuseWithoutRight(request, options))
  app.addHook('onSend', keepNowhere)
  app.addHook('onSend', compressReply)
  app.addHook('onResponse', logRequest)
  app.setErrorHandler(replyWithError)
  app.setNotFoundHandler(refuseUnrouted)
  return app as App
}

/** Trusts the addresses that our proxies appended, not what a client sent itself. */
function trustedHops(trusted: Settings['trustProxy']) {
  if (trusted === false) return false
  if (trusted === true) return (_address: string, hop: number) => hop === 0
  const list = readNetworks(trusted)!
  return (address: string) => {
    const known = readNetworkAddress(address)
    return known !== null && isInNetworks(list, known)
  }
}

function listRoutes(app: FastifyInstance): void {
  const routes: ListedRoute[] = []
  app.decorate('listedRoutes', routes)
  app.addHook('onRoute', ({ method, url, config }) => {
    const { access = null, right = 'own' } = (config ?? {}) as { access?: Access; right?: Right }
    routes.push(...[method].flat().map((one) => ({ method: one, url, access, right })))
  })
}

/**
 * Ends open connections while the app drains or closes. Each client gets its reply and then
 * connects again, to another process if there is one. Requests are still served, except reads at
 * the end of `drain`.
 */
function endConnectionsOnDrain(app: FastifyInstance): void {
  app.decorate('isDraining', false)
  app.decorate('isLeaving', false)
  app.addHook('preClose', async () => {
    app.isDraining = true
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!app.isLeaving || !/^(GET|HEAD)$/.test(request.method)) return done()
    reply.hijack()
    request.raw.destroy()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (app.isDraining) reply.header('connection', 'close')
  })
}

/** A reply may be cached only if its route says so, because it may contain one visitor's data. */
async function keepNowhere(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
}

async function logRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  // Refusals under load are only counted, because a log line for each would add to the load.
  if (request.isShed) return
  const { statusCode: status, elapsedTime } = reply
  request.log.info({ req: request, status, ms: Math.round(elapsedTime) }, 'request')
}
