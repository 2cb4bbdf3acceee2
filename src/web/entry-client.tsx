import '../ui/first-pop.ts'
import '../ui/site.css'
import { startTransition } from 'react'
import {
  createBrowserRouter,
  type HydrationState,
  matchRoutes,
  type RouteObject,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { PREFIX } from '../ui/language.rules.ts'
import { type Site, SiteProvider } from '../ui/site.tsx'
import { hydratePage } from './layouts/hydrate-page.tsx'
import { isOffice } from './layouts/office-path.ts'
import type { PageHandle } from './layouts/page-head.ts'
import { routes } from './router.tsx'

const BASE = PREFIX || '/'

type State = { router: HydrationState; site: Site }

declare global {
  interface Window {
    /** The state that createBrowserRouter reads. The router restores error objects from it. */
    __staticRouterHydrationData?: HydrationState
  }
}

/**
 * Loads the modules of the pages on the screen, and the files that these pages load. Hydration needs
 * them to render the same HTML as the server.
 */
async function loadShownPages(
  routes: RouteObject[],
  { loaderData }: HydrationState,
): Promise<void> {
  const shown = matchRoutes(routes, location, BASE) ?? []
  await Promise.all(
    shown.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
      await (route.handle as PageHandle | undefined)?.load?.(loaderData?.[route.id!])
    }),
  )
}

/**
 * The routes of the current document. The back office is a separate document, so that visitors do
 * not load the list of its pages.
 */
async function listPages(): Promise<RouteObject[]> {
  if (!isOffice(location.pathname)) return routes
  return (await import('./layouts/office/organizer-router.tsx')).allRoutes
}

// From here on the inline script no longer decides whether the page has started.
const giveUp = takeOver()

function takeOver(): (fault: unknown) => void {
  const { __giveUp } = window
  window.__giveUp = null
  return __giveUp ?? console.error
}

async function start(): Promise<void> {
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as State
  const pages = await listPages()
  await loadShownPages(pages, state.router)
  window.__staticRouterHydrationData = state.router
  const router = createBrowserRouter(pages, { basename: BASE })
  startTransition(() => {
    hydratePage(
      <SiteProvider value={state.site}>
        <RouterProvider router={router} />
      </SiteProvider>,
      giveUp,
    )
  })
}

start().catch(giveUp)
