import type { ReactNode } from 'react'
import type { SessionUser } from '../../../accounts/accounts.contract.ts'
import { useSession } from '../../../accounts/office/session.ts'
import { DashboardNow } from '../../../reports/office/dashboard-now.tsx'
import { DashboardCards, DashboardCharts } from '../../../reports/office/dashboard-view.tsx'
import { FirstEvent } from '../../../reports/office/first-event.tsx'
import { Freshness } from '../../../reports/office/freshness.tsx'
import { PeopleDashboard } from '../../../reports/office/people-dashboard.tsx'
import { StartChecklist } from '../../../reports/office/start-checklist.tsx'
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
  if (!user) return <Welcome email="" />
  if (!user.lacks_figures) return <Figures user={user} />
  return (
    <>
      <Welcome email={user.email} />
      <PeopleDashboard />
    </>
  )
}

function Welcome({ email, children }: { email: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-auto">
        <h1 className="text-title font-bold tracking-tight">Welcome back</h1>
        <p className="mt-1 break-words text-quiet">{email}</p>
      </div>
      {children}
    </div>
  )
}

function Figures({ user }: { user: SessionUser }) {
  const query = useDashboard()
  const { data, problem, reload } = query
  const hasEvents = data !== null && data.totalEvents > 0
  // The checklist comes first until the first sale. After the first sale the figures come first.
  const hasSales = data !== null && data.totalTicketsSold > 0
  const checklist = hasEvents && user.role === 'organizer' && <StartChecklist />
  return (
    <>
      <Welcome email={user.email}>
        {hasEvents && user.role === 'organizer' && (
          <ButtonLink look="quiet" to="/organizer/drafts/new">
            New draft
          </ButtonLink>
        )}
      </Welcome>
      {!data && problem && (
        <div className="mt-6">
          <TryAgain onAgain={reload}>
            Error loading dashboard data: {problem.error || 'An error occurred'}
          </TryAgain>
        </div>
      )}
      {!data && !problem && <Spinner label="Loading dashboard..." />}
      {data && (
        <>
          <Freshness query={query} />
          <div className="mt-1 flex flex-col gap-4">
            {!hasEvents && <FirstEvent user={user} />}
            {!hasSales && checklist}
            {hasEvents && <DashboardNow dashboard={data} />}
            <DashboardCards dashboard={data} />
            <DashboardCharts dashboard={data} />
            {hasSales && checklist}
          </div>
        </>
      )}
    </>
  )
}
