import { Navigate } from 'react-router'
import { useSession } from '../../../accounts/office/session.ts'
import { SendingPanel } from '../../../refunds/office/sending-panel.tsx'
import { WorkListPanel } from '../../../reports/office/work-list.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'
import { TASK_KINDS } from './task-kinds.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Work list · Lango',
    description: 'Payments, refunds and drafts that need an admin.',
    noindex: true,
  }),
}

export function Component() {
  const { user } = useSession()
  if (user?.role !== 'admin') return <Navigate to="/organizer/dashboard" replace />
  return (
    <>
      <h1 className="text-title font-bold tracking-tight">Work list</h1>
      <p className="mb-3 mt-1 text-quiet">Decisions first, then the oldest</p>
      <WorkListPanel kinds={TASK_KINDS}>
        <SendingPanel />
      </WorkListPanel>
    </>
  )
}
