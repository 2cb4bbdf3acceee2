import { resolve } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fill } from '../messages/twin.rules.ts'
import type { Deps } from '../platform/database/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type App, route } from '../platform/http/http.ts'
import { REST, refuseOtherMethod } from '../platform/http/methods.ts'
import { hasDotSegment } from '../platform/http/request-path.ts'
import { escapeHtml } from '../platform/values/escape-html.rules.ts'
import { pathPrefix } from '../platform/values/language.rules.ts'
import { answerOwnPage, answerSharedPage, HTML, type PageDeps } from './answer-page.ts'
import { beforeOf, registerAssetRoutes } from './assets.routes.ts'
import { answerBusy, isOverloaded } from './busy-page.ts'
import { registerGateApp } from './gate-app.routes.ts'
import { readGateFiles } from './gate-files.ts'
import {
  builtRenderer,
  developmentRenderer,
  inEachLanguage,
  type PageRenderer,
} from './page-renderer.ts'
import { languageOf, publicAddress } from './public-addresses.ts'
import { readTicketWorker } from './read-ticket-worker.ts'
import { SERVER_PAGES } from './server-pages.text.ts'
import { sharePages } from './shared-pages.ts'
import { registerTicketApp } from './ticket-app.routes.ts'

/**
 * The scope of the ticket service worker for each language. The worker's own file lies inside the
 * scope, although all other addresses there are ticket pages.
 */
const REACHES = ['/t/', '/sw/t/']
const WORKERS = REACHES.map((reach) => `${reach}worker.js`)

const DIST = resolve(import.meta.dirname, '../../dist')

declare module 'fastify' {
  interface FastifyRequest {
    /** The route pattern of the requested page. Empty until it is known. */
    page: string
  }
}

/**
 * Serves every page. An address that is neither a file nor another room's route is looked up in
 * router.tsx.
 */
export async function registerPages(
  app: App,
  deps: PageDeps,
  ownRenderer?: PageRenderer,
): Promise<void> {
  const { env } = deps
  const renderer = ownRenderer ?? (await openRenderer(app, env))
  if (renderer.files.length > 0) await registerAssetRoutes(app, renderer.files)
  serveTicketWorker(app)
  registerTicketApp(app)
  if (renderer.gate) await registerGateApp(app, renderer.gate)
  app.methodsOfRest = (path) => (WORKERS.includes(path) ? [] : renderer.methodsAt(path))
  // Pages are not shared in development, so that a changed source shows immediately.
  const seconds = env.development ? 0 : env.pageSeconds
  const pages = sharePages({ clock: deps.clock, seconds })
  const shop = { app, deps, renderer, pages }
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    // The pages' router would resolve the segment to another page. No other route resolves it.
    if (hasDotSegment(request.url)) throw new AppError('not_found')
    // Matching the list of shared pages first is cheaper than matching all routes.
    const shared = request.method === 'POST' ? null : publicAddress(request.url)
    if (!shared) await refuseWhatIsNoPage(request)
    try {
      if (shared) return await answerSharedPage(shop, shared, request, reply)
      return await answerOwnPage(shop, request, reply)
    } catch (fault) {
      if (isOverloaded(fault)) return answerBusy(request, reply, fault)
      request.log.error({ err: fault, req: request }, 'a page failed')
      return reply.code(500).type(HTML).send(lastResort(request))
    }
  }
  app.decorateRequest('page', '')
  route(app, { method: 'GET', url: REST, access: 'public', isPage: true, handler })
  route(app, { method: 'POST', url: REST, access: 'public', isPage: true, handler })
}

/** Development has no Swahili build: the Swahili addresses show English pages. */
async function openRenderer(app: App, { development }: Deps['env']): Promise<PageRenderer> {
  if (development) return await developmentRenderer(app)
  const english = { ...(await builtRenderer(DIST)), gate: readGateFiles(DIST) }
  const all = inEachLanguage(english, await builtRenderer(resolve(DIST, 'sw')))
  const before = ['client/assets', 'sw/client/assets'].map((folder) => beforeOf(DIST, folder))
  return { ...all, files: [...before, ...all.files] }
}

/**
 * Serves the service worker of ticket pages. The worker's address limits its scope to the ticket
 * pages of one language. The name of the worker's file never changes, so browsers must check for a
 * newer version at each visit.
 */
function serveTicketWorker(app: App): void {
  const script = readTicketWorker()
  for (const reach of REACHES) {
    route(app, {
      method: 'GET',
      url: `${reach}worker.js`,
      access: 'public',
      isPage: true,
      handler: async (_request, reply) =>
        reply
          .header('cache-control', 'no-cache')
          .header('service-worker-allowed', reach)
          .type('text/javascript; charset=utf-8')
          .send(script),
    })
  }
}

async function refuseWhatIsNoPage(request: FastifyRequest): Promise<void> {
  await refuseOtherMethod(request)
  // Clients of these paths expect JSON, even in a 404 response.
  if (/^\/(api|cb|assets)(\/|$)/.test(request.url)) throw new AppError('not_found')
  // Pages accept forms only. A JSON body has no form fields.
  if (request.body && !isForm(request)) throw new AppError('unsupported_type')
}

function isForm({ headers }: FastifyRequest): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')
}

/**
 * The page for a failure in which not even the error page can be rendered. It shows the request's
 * id, by which the failure is found in the log.
 */
function lastResort({ id, url }: FastifyRequest): string {
  const { language } = languageOf(url)
  const { fault, home, notShown, number } = SERVER_PAGES
  return [
    `<!doctype html><html lang="${language}"><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${fault[language]} · Lango</title>`,
    '<body style="font:16px/1.5 system-ui;background:#faf6f0;color:#1d1814;padding:24px">',
    `<h1>${fault[language]}</h1><p>${notShown[language]}</p>`,
    `<p>${fill(number, language, { id: escapeHtml(id) })}</p>`,
    `<p><a href="${pathPrefix(language)}/" style="color:#b4430c">${home[language]}</a>`,
  ].join('')
}
