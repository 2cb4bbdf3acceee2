import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Admission } from '../platform/admission.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { escapeHtml } from '../platform/escape-html.rules.ts'
import { type App, route } from '../platform/http.ts'
import { pathOf, REST, refuseOtherMethod } from '../platform/methods.ts'
import type { FetchApi } from '../ui/api.ts'
import { registerAssetRoutes } from './assets.routes.ts'
import { answerBusy, isOverloaded } from './busy-page.ts'
import { writeDocument } from './document.ts'
import { builtRenderer, developmentRenderer, type PageRenderer } from './page-renderer.ts'

const HTML = 'text/html; charset=utf-8'
/** What the API says too where it is busy. */
const BUSY_SECONDS = 5
const DIST = resolve(import.meta.dirname, '../../dist')

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of the page that was asked for; empty before it is known. */
    page: string
  }
}

type PageDeps = Pick<Deps, 'env' | 'log'> & { admission: Pick<Admission, 'render'> }

/** Every page. What is no file and no route of another room is looked up in router.tsx. */
export async function registerPages(app: App, deps: PageDeps, given?: PageRenderer): Promise<void> {
  const { env } = deps
  const renderer = given ?? (await openRenderer(app, env))
  if (renderer.files) await registerAssetRoutes(app, renderer.files)
  serveTicketWorker(app)
  app.methodsOfRest = renderer.methodsAt
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    await refuseOtherMethod(request)
    // Not a page: whoever calls these expects JSON, also for what is not there.
    if (/^\/(api|cb|assets)(\/|$)/.test(request.url)) throw new AppError('not_found')
    // What posts to a page is a form; JSON of any shape would be no fields.
    if (request.body && !isForm(request)) throw new AppError('unsupported_type')
    try {
      return await answerPage({ app, renderer, ...deps }, request, reply)
    } catch (fault) {
      if (isOverloaded(fault)) return answerBusy(request, reply, fault)
      request.log.error({ err: fault, req: request }, 'a page failed')
      return reply.code(500).type(HTML).send(lastResort(request.id))
    }
  }
  app.decorateRequest('page', '')
  route(app, { method: 'GET', url: REST, access: 'public', isPage: true, handler })
  route(app, { method: 'POST', url: REST, access: 'public', isPage: true, handler })
}

const openRenderer = (app: App, { development }: Deps['env']) =>
  development ? developmentRenderer(app) : builtRenderer(DIST)

/**
 * Its address gives it its reach: pages under /t/ and no others. Asked anew at each visit, for its
 * name cannot change.
 */
function serveTicketWorker(app: App): void {
  const script = readFileSync(resolve(import.meta.dirname, 'ticket-worker.js'), 'utf8')
  route(app, {
    method: 'GET',
    url: '/t/worker.js',
    access: 'public',
    isPage: true,
    handler: async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .header('service-worker-allowed', '/t/')
        .type('text/javascript; charset=utf-8')
        .send(script),
  })
}

function isForm({ headers }: FastifyRequest): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
}

type Shop = PageDeps & { app: App; renderer: PageRenderer }

async function answerPage(
  { app, env, renderer, admission }: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { publicOrigin: origin, langoEnv, ussdCode } = env
  const site = { origin, sandbox: langoEnv === 'sandbox', ussdCode }
  const methods = request.method === 'POST' ? await renderer.methodsAt(pathOf(request.url)) : []
  // What is posted where no page is finds none, rather than one that takes no form.
  const method = methods.length > 0 ? 'POST' : 'GET'
  const page = await admission.render(() =>
    renderer.render(pageRequest(request, method, env.publicOrigin), {
      fetchApi: innerApi(app, request),
      site,
      requestId: request.id,
    }),
  )
  if (page instanceof Response) {
    const to = page.headers.get('location') ?? '/'
    // After a form post the browser must follow with GET, whatever the redirect said.
    return reply.redirect(to, request.method === 'POST' ? 303 : page.status)
  }
  request.page = page.pattern
  if (page.fault !== undefined) {
    request.log.error({ err: page.fault, req: request, status: page.status }, 'a page failed')
  }
  // Some hold what is one visitor's, and a shared cache would hand that on: none keeps any.
  reply.header('cache-control', 'private, no-cache')
  if (page.status === 405) reply.header('allow', [...methods, 'OPTIONS'].join(', '))
  page.headers.forEach((value, name) => {
    reply.header(name, value)
  })
  if (page.status === 503 && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', BUSY_SECONDS)
  }
  const assets = await renderer.assets(page.modules)
  return reply
    .code(page.status)
    .type(HTML)
    .send(writeDocument(page, assets, env.publicOrigin))
}

function pageRequest(request: FastifyRequest, method: 'GET' | 'POST', origin: string): Request {
  // Joined and not resolved: '//other.example' is a path of ours.
  const url = origin + request.url
  if (method === 'GET') return new Request(url)
  const body = new URLSearchParams((request.body ?? {}) as Record<string, string>)
  return new Request(url, { method, body })
}

/** The JSON API, called inside this process in the visitor's name. */
function innerApi(app: App, request: FastifyRequest): FetchApi {
  return async (path, init = {}) => {
    const headers = { ...(init.headers as Record<string, string>), host: request.host }
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET' | 'POST',
      url: path,
      headers,
      // Limits count by address: the visitor's, not this process's own.
      remoteAddress: request.ip,
      ...(init.body !== undefined && { payload: String(init.body) }),
    })
    const wait = answer.headers['retry-after']
    return new Response(answer.body || '{}', {
      status: answer.statusCode,
      headers: wait ? { 'retry-after': String(wait) } : {},
    })
  }
}

/** When even the error page cannot be drawn. The id is in the log. */
function lastResort(id: string): string {
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Something went wrong · Lango</title>',
    '<body style="font:16px/1.5 system-ui;background:#faf6f0;color:#1d1814;padding:24px">',
    '<h1>Something went wrong</h1><p>This page could not be shown. Please try again.</p>',
    `<p>Error number ${escapeHtml(id)}</p><p><a href="/" style="color:#b4430c">Back to Home</a>`,
  ].join('')
}
