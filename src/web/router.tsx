import type { RouteObject } from 'react-router'
import { ErrorPage, StandaloneErrorPage } from './layouts/error-page.tsx'
import { RootLayout } from './layouts/root-layout.tsx'
import { SiteLayout } from './layouts/site-layout.tsx'

/** The route of a page in its own file. The route's id is the path of the file. */
const page = (file: string, path: string, lazy: RouteObject['lazy'] & object): RouteObject => ({
  id: `src/web/pages/${file}.tsx`,
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
              page('event-page', 'event/:id', () => import('./pages/event-page.tsx')),
              {
                id: 'src/web/pages/home-page.tsx',
                index: true,
                lazy: () => import('./pages/home-page.tsx'),
              },
              page(
                'category-page',
                'category/:category',
                () => import('./pages/category-page.tsx'),
              ),
              page('organizer-page', 'organizers/:id', () => import('./pages/organizer-page.tsx')),
              page('pay-page', 'pay/:orderId', () => import('./pages/pay-page.tsx')),
              page(
                'my-ticket-page',
                'my-ticket/phone?',
                () => import('./pages/my-ticket-page.tsx'),
              ),
              page('success-page', 'success', () => import('./pages/success-page.tsx')),
              page(
                'refund-policy-page',
                'refund-policy',
                () => import('./pages/refund-policy-page.tsx'),
              ),
              page('terms-page', 'terms', () => import('./pages/terms-page.tsx')),
              page('privacy-page', 'privacy', () => import('./pages/privacy-page.tsx')),
              page('help-page', 'help', () => import('./pages/help-page.tsx')),
              page('contact-page', 'contact/:eventId?', () => import('./pages/contact-page.tsx')),
              page('newsletter-page', 'newsletter', () => import('./pages/newsletter-page.tsx')),
              page(
                'unsubscribe-page',
                'newsletter/unsubscribe/:token?',
                () => import('./pages/unsubscribe-page.tsx'),
              ),
              page('refund-link-page', 'r/:token', () => import('./pages/refund-link-page.tsx')),
              page('given-page', 'given/:token', () => import('./pages/given-page.tsx')),
              page('preview-page', 'preview/:token', () => import('./pages/preview-page.tsx')),
              page('genuine-page', 'genuine', () => import('./pages/genuine-page.tsx')),
              page('my-data-page', 'my-data', () => import('./pages/my-data-page.tsx')),
              page('my-sales-page', 'my-sales', () => import('./pages/my-sales-page.tsx')),
              page('no-such-page', '*', () => import('./pages/no-such-page.tsx')),
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
