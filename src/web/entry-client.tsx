import './ui/tokens.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type HydrationState, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { routes } from './router.tsx'
import { type Site, SiteProvider } from './ui/site.tsx'

type State = { router: HydrationState; site: Site }

declare global {
  interface Window {
    /** Read by createBrowserRouter, which revives errors from it. */
    __staticRouterHydrationData?: HydrationState
  }
}

/** The pages on screen must be there before hydration, or it would find nothing to match. */
async function loadShownPages(): Promise<void> {
  const shown = matchRoutes(routes, location) ?? []
  await Promise.all(
    shown.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

async function start(): Promise<void> {
  const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as State
  await loadShownPages()
  window.__staticRouterHydrationData = state.router
  const router = createBrowserRouter(routes)
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <SiteProvider value={state.site}>
        <RouterProvider router={router} />
      </SiteProvider>,
    )
  })
}

void start()
