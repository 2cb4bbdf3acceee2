import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import type { EventReply } from '../events/events.contract.ts'
import { toStructuredData } from '../events/structured-data.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { type FetchApi, fetchApiContext } from '../ui/api.ts'
import { LANGUAGE, PREFIX } from '../ui/language.rules.ts'
import { type Site, SiteProvider } from '../ui/site.tsx'
import { allRoutes } from './layouts/office/organizer-router.tsx'
import { headOf, type PageHead } from './layouts/page-head.ts'
import { routes } from './router.tsx'

export type RenderContext = { fetchApi: FetchApi; site: Site; requestId: string }

export type RenderedPage = {
  status: number
  headers: Headers
  head: PageHead
  /** The route pattern of the page, such as '/event/:id'. */
  pattern: string
  html: string
  /** The data that the browser hydrates with: the router's data and facts about the site. */
  state: unknown
  language: Language
  /** The source files of the shown pages. The manifest maps them to built files. */
  modules: string[]
  /** The error that a loader or action threw, if the error page is shown. */
  fault: unknown
}

const { query, dataRoutes } = createStaticHandler(LANGUAGE === 'sw' ? routes : allRoutes, {
  basename: PREFIX || '/',
})

export async function render(
  request: Request,
  { fetchApi, site: shop, requestId }: RenderContext,
): Promise<RenderedPage | Response> {
  const requestContext = new RouterContextProvider()
  requestContext.set(fetchApiContext, fetchApi)
  const context = await query(request, { requestContext })
  if (context instanceof Response) return context
  hideRouterTexts(context)
  const fault = Object.values(context.errors ?? {})[0]
  const isBroken = fault !== undefined && context.statusCode >= 500
  const site = isBroken ? { ...shop, faultId: requestId } : shop
  // For each rendering the router prepares all routes that it receives, so pass only the matched
  // routes.
  const shown = context.matches.map(({ route }) => ({ ...route, children: undefined }))
  const html = renderToString(
    <SiteProvider value={site}>
      <StaticRouterProvider
        router={createStaticRouter(shown, context)}
        context={context}
        hydrate={false}
      />
    </SiteProvider>,
  )
  return {
    status: context.statusCode,
    pattern: patternOf(context),
    headers: headersOf(context),
    head: {
      ...headOf(matchesOf(context), context.errors ? context.statusCode : 200),
      structuredData: structuredData(context),
    },
    html,
    state: { router: hydrationData(context), site },
    language: LANGUAGE,
    modules: context.matches.map((match) => match.route.id),
    fault: isBroken ? fault : undefined,
  }
}

/** The HTTP methods of the page at this path. Empty if there is no page. */
export async function methodsAt(path: string): Promise<string[]> {
  const leaf = matchRoutes(dataRoutes, path, PREFIX || '/')?.at(-1)?.route
  // The catch-all route for unknown addresses does not count as a page.
  if (!leaf || leaf.path === '*') return []
  // React Router may replace `lazy` by the loaded module, so check both forms.
  const { action } = typeof leaf.lazy === 'function' ? await leaf.lazy() : leaf
  return action ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD']
}

/**
 * The schema.org data of an event page; undefined for every other page. Only the server writes it,
 * because only crawlers read it.
 */
function structuredData({ loaderData, errors }: StaticHandlerContext): unknown {
  const shown = loaderData['src/web/pages/event-page.tsx'] as { event: EventReply } | undefined
  return shown && !errors ? toStructuredData(shown.event) : undefined
}

/**
 * Removes the texts of the router's own errors, for example of a post to a page without an action.
 * These texts name our source files.
 */
function hideRouterTexts({ errors }: StaticHandlerContext): void {
  for (const error of Object.values(errors ?? {})) {
    if (isRouteErrorResponse(error) && 'internal' in error && error.internal) error.data = ''
  }
}

function matchesOf(context: StaticHandlerContext) {
  return context.matches.map(({ route }) => ({
    handle: route.handle as unknown,
    loaderData: context.loaderData[route.id] as unknown,
  }))
}

function patternOf({ matches }: StaticHandlerContext): string {
  const parts = matches.map(({ route }) => route.path?.replace(/^\/|\/$/g, '')).filter(Boolean)
  return `/${parts.join('/')}`
}

function headersOf(context: StaticHandlerContext): Headers {
  const headers = new Headers()
  for (const from of [context.loaderHeaders, context.actionHeaders]) {
    for (const one of Object.values(from)) {
      for (const [name, value] of one) headers.set(name, value)
    }
  }
  return headers
}

/**
 * The state for hydration. The browser's router restores each error from its `__type`. The message
 * of an internal error is replaced, so that it never leaves the server.
 */
function hydrationData({ loaderData, actionData, errors }: StaticHandlerContext) {
  if (!errors) return { loaderData, actionData, errors: null }
  const safe = Object.entries(errors).map(([id, error]) => [
    id,
    isRouteErrorResponse(error)
      ? { ...error, __type: 'RouteErrorResponse' }
      : { message: 'Something went wrong', __type: 'Error' },
  ])
  return { loaderData, actionData, errors: Object.fromEntries(safe) }
}
