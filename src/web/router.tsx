import type { RouteObject } from 'react-router'
import { ErrorPage, StandaloneErrorPage } from './layouts/error-page.tsx'
import { RootLayout } from './layouts/root-layout.tsx'
import { SiteLayout } from './layouts/site-layout.tsx'

/**
 * Every public page. A route's id is the page's source file, by which the server finds the built
 * files. The sequence matters: most visits begin on one of the first two pages, so the entry's file
 * contains what both need (vite.config.ts).
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
              {
                id: 'src/web/pages/event-page.tsx',
                path: 'event/:id',
                lazy: () => import('./pages/event-page.tsx'),
              },
              {
                id: 'src/web/pages/home-page.tsx',
                index: true,
                lazy: () => import('./pages/home-page.tsx'),
              },
              {
                id: 'src/web/pages/category-page.tsx',
                path: 'category/:category',
                lazy: () => import('./pages/category-page.tsx'),
              },
              {
                id: 'src/web/pages/pay-page.tsx',
                path: 'pay/:orderId',
                lazy: () => import('./pages/pay-page.tsx'),
              },
              {
                id: 'src/web/pages/my-ticket-page.tsx',
                path: 'my-ticket',
                lazy: () => import('./pages/my-ticket-page.tsx'),
              },
              {
                id: 'src/web/pages/success-page.tsx',
                path: 'success',
                lazy: () => import('./pages/success-page.tsx'),
              },
              {
                id: 'src/web/pages/refund-policy-page.tsx',
                path: 'refund-policy',
                lazy: () => import('./pages/refund-policy-page.tsx'),
              },
              {
                id: 'src/web/pages/terms-page.tsx',
                path: 'terms',
                lazy: () => import('./pages/terms-page.tsx'),
              },
              {
                id: 'src/web/pages/privacy-page.tsx',
                path: 'privacy',
                lazy: () => import('./pages/privacy-page.tsx'),
              },
              {
                id: 'src/web/pages/help-page.tsx',
                path: 'help',
                lazy: () => import('./pages/help-page.tsx'),
              },
              {
                id: 'src/web/pages/contact-page.tsx',
                path: 'contact',
                lazy: () => import('./pages/contact-page.tsx'),
              },
              {
                id: 'src/web/pages/newsletter-page.tsx',
                path: 'newsletter',
                lazy: () => import('./pages/newsletter-page.tsx'),
              },
              {
                id: 'src/web/pages/unsubscribe-page.tsx',
                path: 'newsletter/unsubscribe/:token?',
                lazy: () => import('./pages/unsubscribe-page.tsx'),
              },
              {
                id: 'src/web/pages/refund-link-page.tsx',
                path: 'r/:token',
                lazy: () => import('./pages/refund-link-page.tsx'),
              },
              {
                id: 'src/web/pages/preview-page.tsx',
                path: 'preview/:token',
                lazy: () => import('./pages/preview-page.tsx'),
              },
              {
                id: 'src/web/pages/genuine-page.tsx',
                path: 'genuine',
                lazy: () => import('./pages/genuine-page.tsx'),
              },
              {
                id: 'src/web/pages/my-data-page.tsx',
                path: 'my-data',
                lazy: () => import('./pages/my-data-page.tsx'),
              },
              {
                id: 'src/web/pages/no-such-page.tsx',
                path: '*',
                lazy: () => import('./pages/no-such-page.tsx'),
              },
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
