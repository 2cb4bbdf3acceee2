import { type RouteObject, redirect } from 'react-router'
import { routes } from '../../router.tsx'
import { ErrorPage, StandaloneErrorPage } from '../error-page.tsx'
import { OrganizerEntrance } from './organizer-entrance.tsx'
import { OrganizerLayout } from './organizer-layout.tsx'

/**
 * Every page of the back office; router.tsx has the public pages. Loaders make no API calls here,
 * because the server does not know who is signed in and renders only the layout. The pages fetch
 * their data with `sessionFetch` after they are shown.
 */
const OFFICE: RouteObject[] = [
  {
    id: 'src/web/pages/office/organizer-dashboard-page.tsx',
    path: 'dashboard',
    lazy: () => import('../../pages/office/organizer-dashboard-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-events-page.tsx',
    path: 'events',
    lazy: () => import('../../pages/office/organizer-events-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-create-event-page.tsx',
    path: 'events/create',
    lazy: () => import('../../pages/office/organizer-create-event-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-edit-event-page.tsx',
    path: 'events/edit/:id',
    lazy: () => import('../../pages/office/organizer-edit-event-page.tsx'),
  },
  {
    // The event's tabs are part of this page: useParams()['*'] is the path after the id.
    id: 'src/web/pages/office/organizer-event-page.tsx',
    path: 'events/:id/*',
    lazy: () => import('../../pages/office/organizer-event-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-drafts-page.tsx',
    path: 'drafts',
    lazy: () => import('../../pages/office/organizer-drafts-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-new-draft-page.tsx',
    path: 'drafts/new',
    lazy: () => import('../../pages/office/organizer-new-draft-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-draft-page.tsx',
    path: 'drafts/:id',
    lazy: () => import('../../pages/office/organizer-draft-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-public-page.tsx',
    path: 'page/:id?',
    lazy: () => import('../../pages/office/organizer-public-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-tickets-page.tsx',
    path: 'tickets',
    lazy: () => import('../../pages/office/organizer-tickets-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-statement-page.tsx',
    path: 'statement',
    lazy: () => import('../../pages/office/organizer-statement-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-work-list-page.tsx',
    path: 'work-list',
    lazy: () => import('../../pages/office/organizer-work-list-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-operation-page.tsx',
    path: 'operation',
    lazy: () => import('../../pages/office/organizer-operation-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-settings-page.tsx',
    path: 'settings',
    lazy: () => import('../../pages/office/organizer-settings-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-people-page.tsx',
    path: 'people',
    lazy: () => import('../../pages/office/organizer-people-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-team-page.tsx',
    path: 'team/:id?',
    lazy: () => import('../../pages/office/organizer-team-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-account-page.tsx',
    path: 'account',
    lazy: () => import('../../pages/office/organizer-account-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-missing-page.tsx',
    path: '*',
    lazy: () => import('../../pages/office/organizer-missing-page.tsx'),
  },
]

const ENTRANCE: RouteObject[] = [
  {
    id: 'src/web/pages/office/organizer-signin-page.tsx',
    path: 'signin',
    lazy: () => import('../../pages/office/organizer-signin-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-signup-page.tsx',
    path: 'signup',
    lazy: () => import('../../pages/office/organizer-signup-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-forgot-page.tsx',
    path: 'forgot',
    lazy: () => import('../../pages/office/organizer-forgot-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-reset-page.tsx',
    path: 'reset',
    lazy: () => import('../../pages/office/organizer-reset-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-confirm-page.tsx',
    path: 'confirm',
    lazy: () => import('../../pages/office/organizer-confirm-page.tsx'),
  },
  {
    id: 'src/web/pages/office/organizer-join-page.tsx',
    path: 'join',
    lazy: () => import('../../pages/office/organizer-join-page.tsx'),
  },
]

const organizer: RouteObject = {
  // The id names this module, because the browser loads the routes of all these pages from it.
  id: 'src/web/layouts/office/organizer-router.tsx',
  path: 'organizer',
  ErrorBoundary: StandaloneErrorPage,
  children: [
    { index: true, loader: () => redirect('/organizer/dashboard') },
    {
      id: 'entrance',
      Component: OrganizerEntrance,
      children: [{ ErrorBoundary: ErrorPage, children: ENTRANCE }],
    },
    {
      id: 'office',
      Component: OrganizerLayout,
      children: [{ ErrorBoundary: ErrorPage, children: OFFICE }],
    },
  ],
}

const [root, ...others] = routes as [RouteObject, ...RouteObject[]]

export const allRoutes: RouteObject[] = [
  { ...root, children: [...(root.children ?? []), organizer] } as RouteObject,
  ...others,
]
