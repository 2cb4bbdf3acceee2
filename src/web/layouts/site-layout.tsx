import { Outlet, useLocation, useNavigation } from 'react-router'
import { SkeletonGrid } from '../../events/screens/skeleton-grid.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

export function SiteLayout() {
  return (
    <div className="flex min-h-screen flex-col">
      <a href="#main" className="absolute left-4 -top-24 z-30 bg-paper px-4 py-3 focus:top-4">
        Skip to content
      </a>
      <SiteHeader />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-[1160px] flex-1 px-4 pb-16 sm:px-6 print:pb-0"
      >
        <Page />
      </main>
      <SiteFooter />
      <OfflineNotice />
    </div>
  )
}

/**
 * While a category is loading, a skeleton is shown. During other navigations the old page stays
 * visible.
 */
function Page() {
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname
  const isOnTheWay = next !== undefined && next !== pathname && next.startsWith('/category/')
  return isOnTheWay ? <SkeletonGrid key={next} /> : <Outlet />
}
