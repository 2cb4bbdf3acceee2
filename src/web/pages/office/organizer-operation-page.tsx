import { Navigate } from 'react-router'
import { useSession } from '../../../accounts/office/session.ts'
import { OperationPanel } from '../../../operation/office/operation-panel.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Operation · Lango',
    description: 'What is waiting, what was sold, and how fast the shop responds.',
    noindex: true,
  }),
}

export function Component() {
  const { user } = useSession()
  if (user?.role !== 'admin') return <Navigate to="/organizer/dashboard" replace />
  return (
    <>
      <h1 className="text-title font-bold tracking-tight">Operation</h1>
      <p className="mb-4 mt-1 text-quiet">
        What is waiting, what was sold, and how fast the shop responds
      </p>
      <OperationPanel />
    </>
  )
}
