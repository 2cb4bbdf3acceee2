import type { RouteObject } from 'react-router'
import { ErrorPage, StandaloneErrorPage } from './layouts/error-page.tsx'
import { RootLayout } from './layouts/root-layout.tsx'
import { SiteLayout } from './layouts/site-layout.tsx'

/**
 * The route of a page in its own file. The route's id is the path of the file. The path of a route
 * is the name of its page unless `path` is given.
 */
const page = (name: string, lazy: RouteObject['lazy'] & object, path = name): RouteObject => ({
  id: `src/web/pages/${name}-page.tsx`,
  path,
  lazy,
})

/**
 * Every public page. The server finds a page's built files by the route's id, which is the path of
 * the page's source file. Most visits begin on one of the first two pages, so the built entry file
 * contains the modules that both need (vite.config.ts). Keep these two first.
 */
export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: RootLayout,
    ErrorBoundary: StandaloneErrorPage,
    children: [
      {
        id: 'site',
        Component: SiteLayout,
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              page('event', () => import('./pages/event-page.tsx'), 'event/:id'),
              {
                id: 'src/web/pages/home-page.tsx',
                index: true,
                lazy: () => import('./pages/home-page.tsx'),
              },
              page('category', () => import('./pages/category-page.tsx'), 'category/:category'),
              page('organizer', () => import('./pages/organizer-page.tsx'), 'organizers/:id'),
              page('pay', () => import('./pages/pay-page.tsx'), 'pay/:orderId'),
              page('my-ticket', () => import('./pages/my-ticket-page.tsx'), 'my-ticket/phone?'),
              page('success', () => import('./pages/success-page.tsx')),
              page('refund-policy', () => import('./pages/refund-policy-page.tsx')),
              page('terms', () => import('./pages/terms-page.tsx')),
              page('privacy', () => import('./pages/privacy-page.tsx')),
              page('help', () => import('./pages/help-page.tsx')),
              page('contact', () => import('./pages/contact-page.tsx'), 'contact/:eventId?'),
              page('newsletter', () => import('./pages/newsletter-page.tsx')),
              page(
                'unsubscribe',
                () => import('./pages/unsubscribe-page.tsx'),
                'newsletter/unsubscribe/:token?',
              ),
              page('refund-link', () => import('./pages/refund-link-page.tsx'), 'r/:token'),
              page('given', () => import('./pages/given-page.tsx'), 'given/:token'),
              page('preview', () => import('./pages/preview-page.tsx'), 'preview/:token'),
              page('genuine', () => import('./pages/genuine-page.tsx')),
              page('sell', () => import('./pages/sell-page.tsx')),
              page('my-data', () => import('./pages/my-data-page.tsx')),
              page('my-sales', () => import('./pages/my-sales-page.tsx')),
              page('no-such', () => import('./pages/no-such-page.tsx'), '*'),
            ],
          },
        ],
      },
      {
        id: 'src/web/pages/ticket-page.tsx',
        path: 't/:ticketNumber',
        ErrorBoundary: StandaloneErrorPage,
        lazy: () => import('./pages/ticket-page.tsx'),
      },
    ],
  },
]
