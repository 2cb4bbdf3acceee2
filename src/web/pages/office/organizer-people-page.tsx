import { Navigate } from 'react-router'
import { FeeList } from '../../../accounts/office/fee-list.tsx'
import { PeoplePanel } from '../../../accounts/office/people.tsx'
import { useSession } from '../../../accounts/office/session.ts'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'People · Lango',
    description: 'Who has an account, who is an admin, and what organizers pay.',
    noindex: true,
  }),
}

export function Component() {
  const { user } = useSession()
  if (user?.role !== 'admin') return <Navigate to="/organizer/dashboard" replace />
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h1 className="text-title font-bold tracking-tight">People</h1>
        <p className="mt-1 text-quiet">Who has an account, and who is an admin</p>
      </div>
      <PeoplePanel />
      <section aria-labelledby="fees">
        <h2 id="fees" className="text-lead font-bold">
          Fees
        </h2>
        <p className="mb-3 mt-1 text-quiet">Commission per sale (none unless set)</p>
        <FeeList />
      </section>
    </div>
  )
}
