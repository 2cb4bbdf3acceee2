import type { SessionUser } from '../../../accounts/accounts.contract.ts'
import { useSession } from '../../../accounts/office/session.ts'
import { DashboardNow } from '../../../reports/office/dashboard-now.tsx'
import { DashboardCards, DashboardCharts } from '../../../reports/office/dashboard-view.tsx'
import { FirstEvent } from '../../../reports/office/first-event.tsx'
import { Freshness } from '../../../reports/office/freshness.tsx'
import { useDashboard } from '../../../reports/office/use-dashboard.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/office/spinner.tsx'
import { TryAgain } from '../../../ui/office/try-again.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({ title: 'Dashboard · Lango', description: 'Sales at a glance.', noindex: true }),
}

export function Component() {
  const { user } = useSession()
  return (
    <>
      <h1 className="text-title font-bold tracking-tight">Welcome back</h1>
      <p className="mt-1 text-quiet">{user?.email}</p>
      {user && <Figures user={user} />}
    </>
  )
}

function Figures({ user }: { user: SessionUser }) {
  const query = useDashboard()
  const { data, problem, reload } = query
  if (!data && problem) {
    return (
      <div className="mt-6">
        <TryAgain onAgain={reload}>
          Error loading dashboard data: {problem.error || 'An error occurred'}
        </TryAgain>
      </div>
    )
  }
  if (!data) return <Spinner label="Loading dashboard..." />
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Freshness query={query} />
        {data.totalEvents > 0 && user.role === 'organizer' && (
          <ButtonLink look="quiet" to="/organizer/drafts/new">
            New draft
          </ButtonLink>
        )}
      </div>
      <div className="mt-1 flex flex-col gap-4">
        {data.totalEvents > 0 && <DashboardNow dashboard={data} />}
        <DashboardCards dashboard={data} />
        {data.totalEvents === 0 ? <FirstEvent user={user} /> : <DashboardCharts dashboard={data} />}
      </div>
    </>
  )
}
