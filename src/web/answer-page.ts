import type { FastifyReply, FastifyRequest } from 'fastify'
import { paybillNumber } from '../payments/paybill-number.rules.ts'
import type { Deps } from '../platform/database/deps.ts'
import { encodingFor } from '../platform/http/compress-reply.ts'
import type { App } from '../platform/http/http.ts'
import type { LoadShedding } from '../platform/http/load-shedder.ts'
import { pathOf } from '../platform/http/methods.ts'
import type { FetchApi } from '../ui/api.ts'
import { writeDocument } from './document.ts'
import type { RenderedPage } from './entry-server.tsx'
import { readDirectly } from './page-reads.ts'
import type { PageRenderer } from './page-renderer.ts'
import type { PublicAddress } from './public-addresses.ts'
import { type Drawn, encodePage, type SharedPages } from './shared-pages.ts'

export const HTML = 'text/html; charset=utf-8'
/** Seconds that the API sends in Retry-After when it is busy. */
const BUSY_SECONDS = 5
/**
 * The cache-control header of pages that may contain one visitor's data: no shared cache may store
 * them.
 */
const OWN = 'private, no-cache'

export type PageDeps = Pick<Deps, 'env' | 'db' | 'reads' | 'clock'> & {
  loadShedding: Pick<LoadShedding, 'render'>
}
type Shop = { app: App; deps: PageDeps; renderer: PageRenderer; pages: SharedPages }

/**
 * Serves a page that is the same for all visitors. The rendering receives only the page's address
 * and nothing else of the request.
 */
export async function answerSharedPage(
  shop: Shop,
  wanted: PublicAddress,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { page, forSeconds } = await shop.pages.share(wanted, () => draw(shop, wanted, request))
  const encoding = encodingFor(request.headers)
  const bytes = encoding ? await encodePage(page, encoding) : page.body
  request.page = page.pattern
  reply.header('cache-control', forSeconds > 0 ? forAll(forSeconds) : OWN)
  for (const [name, value] of page.headers) reply.header(name, value)
  if (encoding) reply.header('content-encoding', encoding)
  return reply.code(page.status).type(HTML).header('vary', 'accept-encoding').send(bytes)
}

/** The cache-control header of a shared page, which CDNs obey too. */
const forAll = (seconds: number) => `public, max-age=${seconds}`

/**
 * The host and the IP address with which a shared page calls the API: this machine, because no
 * visitor's address may reach a shared page. The calls carry no cookies.
 */
const NOBODY = '127.0.0.1'

async function draw(
  shop: Shop,
  { address, isOpen }: PublicAddress,
  request: FastifyRequest,
): Promise<Drawn> {
  const { publicOrigin } = shop.deps.env
  const api = innerApi(shop.app, { host: NOBODY, ip: NOBODY })
  const fetchApi = isOpen ? api : readDirectly(shop.deps, api)
  const page = await renderFor(shop, new Request(publicOrigin + address), { request, fetchApi })
  if (page instanceof Response) {
    const headers: Drawn['headers'] = [['location', page.headers.get('location') ?? '/']]
    return { status: page.status, isForAll: false, headers, pattern: '', body: Buffer.alloc(0) }
  }
  const body = Buffer.from(writeDocument(page, await shop.renderer.assets(page), publicOrigin))
  const { status, pattern, headers } = page
  const isForAll = status === 200 && !headers.has('cache-control') && !headers.has('set-cookie')
  return { status, isForAll, headers: headersOf(page), pattern, body }
}

/** Serves a page that may contain this visitor's data, and form posts. */
export async function answerOwnPage(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { renderer } = shop
  const { publicOrigin } = shop.deps.env
  const methods = request.method === 'POST' ? await renderer.methodsAt(pathOf(request.url)) : []
  // A post to an address without a page is rendered like a GET, so that the response is 404, not
  // 405.
  const method = methods.length > 0 ? 'POST' : 'GET'
  const webRequest = pageRequest(request, method, publicOrigin)
  const page = await renderFor(shop, webRequest, { request, fetchApi: innerApi(shop.app, request) })
  if (page instanceof Response) {
    const to = page.headers.get('location') ?? '/'
    const cookie = page.headers.get('set-cookie')
    if (cookie !== null) reply.header('set-cookie', cookie)
    // After a form post, 303 makes the browser follow with GET, even if the action returned another
    // redirect.
    return reply.redirect(to, request.method === 'POST' ? 303 : page.status)
  }
  request.page = page.pattern
  reply.header('cache-control', OWN)
  if (page.status === 405) reply.header('allow', [...methods, 'OPTIONS'].join(', '))
  for (const [name, value] of headersOf(page)) reply.header(name, value)
  const assets = await renderer.assets(page)
  return reply
    .code(page.status)
    .type(HTML)
    .send(writeDocument(page, assets, publicOrigin))
}

type Asking = { request: FastifyRequest; fetchApi: FetchApi }

async function renderFor(
  { deps, renderer }: Shop,
  webRequest: Request,
  { request, fetchApi }: Asking,
): Promise<RenderedPage | Response> {
  const { publicOrigin: origin, langoEnv, ussdCode, mpesa, newsletter } = deps.env
  const paybill = paybillNumber(mpesa) !== null
  const wallets = mpesa.otherWallets && { wallets: true }
  const none = !newsletter && { noNewsletter: true as const }
  const site = { origin, sandbox: langoEnv === 'sandbox', ussdCode, paybill, ...wallets, ...none }
  const page = await deps.loadShedding.render(() =>
    renderer.render(webRequest, { fetchApi, site, requestId: request.id }),
  )
  if (!(page instanceof Response) && page.fault !== undefined) {
    request.log.error({ err: page.fault, req: request, status: page.status }, 'a page failed')
  }
  return page
}

function headersOf({ status, headers }: RenderedPage): [string, string][] {
  const isBusy = status === 503 && !headers.has('retry-after')
  return [...headers, ...(isBusy ? [['retry-after', String(BUSY_SECONDS)] as const] : [])].map(
    ([name, value]) => [name, value],
  )
}

function pageRequest(request: FastifyRequest, method: 'GET' | 'POST', origin: string): Request {
  // Concatenated, not resolved with `new URL(path, base)`: '//other.example' is a path on this
  // site.
  const url = origin + request.url
  const { cookie = '', referer } = request.headers
  if (method === 'GET') return new Request(url, { headers: referer ? { referer } : {} })
  const body = new URLSearchParams((request.body ?? {}) as Record<string, string>)
  return new Request(url, { method, body, headers: { cookie } })
}

type Caller = { host: string; ip: string }

/** Calls the JSON API inside this process on behalf of the visitor. */
function innerApi(app: App, { host, ip }: Caller): FetchApi {
  return async (path, init = {}) => {
    const headers = { ...(init.headers as Record<string, string>), host }
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET' | 'POST',
      url: path,
      headers,
      // The API's limits count by IP address, so pass the visitor's address.
      remoteAddress: ip,
      ...(init.body !== undefined && { payload: String(init.body) }),
    })
    const wait = answer.headers['retry-after']
    return new Response(answer.body || '{}', {
      status: answer.statusCode,
      headers: wait ? { 'retry-after': String(wait) } : {},
    })
  }
}
